/** What the broadcast has brought so far, or the last one did. */
export function LiveStatistics({ user: _ }: { user: string }) {
  return null
}
