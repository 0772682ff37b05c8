/** The tips the channel was sent. */
export function TipList({ user: _ }: { user: string }) {
  return null
}
