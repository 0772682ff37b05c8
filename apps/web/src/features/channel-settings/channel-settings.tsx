/** The form of title, description, category and language. */
export function ChannelSettings({ user: _ }: { user: string }) {
  return null
}
