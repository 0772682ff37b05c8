/** What a channel shows where its owner has set nothing. */
export const defaultCategory = 'General'
export const defaultDescription = 'Welcome to the stream!'
/** The title of an untitled broadcast in lists of streams. */
export const defaultListTitle = 'Untitled Stream'

export function defaultTitle(username: string): string {
  return `${username}'s Stream`
}
