/** The channel's broadcasts with their figures. */
export function BroadcastHistory({ user: _ }: { user: string }) {
  return null
}
