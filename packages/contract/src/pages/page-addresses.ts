import { normaliseUsername } from '../names.ts'

/** The path of every page of the site. A `:name` is a parameter, as routers of the browser and of the server write it. */
export const pagePaths = {
  home: '/',
  directory: '/directory',
  following: '/following',
  faq: '/faq',
  watch: '/watch',
  embed: '/embed',
  streamKey: '/stream-key',
  dashboard: '/dashboard/streamer',
  sessions: '/sessions',
  login: '/login',
  design: '/design',
  chat: '/chat/:account',
  overlay: '/overlay/:secret',
} as const

/** A channel's watch page. */
export function watchPath(username: string): string {
  return `${pagePaths.watch}?user=${encodeURIComponent(username)}`
}

/** The watch page by its second parameter, which the following page links to. */
export function channelPath(username: string): string {
  return `${pagePaths.watch}?channel=${encodeURIComponent(username)}`
}

/** The player alone, for other sites to frame. */
export function embedPath(username: string): string {
  return `${pagePaths.embed}?user=${encodeURIComponent(username)}`
}

/** The chat of a channel on a page of its own. */
export function chatPath(username: string): string {
  return pagePaths.chat.replace(':account', encodeURIComponent(username))
}

/** The page that a streamer adds to their picture as a browser source. */
export function overlayPath(secret: string): string {
  return pagePaths.overlay.replace(':secret', encodeURIComponent(secret))
}

/** Non-empty trimmed text goes to the directory's search, empty text to the directory itself. */
export function searchPath(typed: string): string {
  const search = typed.trim()
  return search === '' ? pagePaths.directory : `${pagePaths.directory}?search=${encodeURIComponent(search)}`
}

/** The directory, filtered by category, tag or language. */
export function directoryPath(filter: { category?: string; tag?: string; language?: string }): string {
  return `${pagePaths.directory}?${new URLSearchParams(filter)}`
}

/** The login page, which continues to `next`, a path of this site. */
export function loginPath(next: string): string {
  return `${pagePaths.login}?next=${encodeURIComponent(next)}`
}

/** The channel that the query of a watch or embed page names, by either parameter and normalised; empty if it names none. */
export function channelInQuery(query: URLSearchParams): string {
  return normaliseUsername(query.get('user') || query.get('channel') || '')
}
