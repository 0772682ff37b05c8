/**
 * The live channels in the order in which this visit met them. The list itself is ordered by viewers, of whom this visitor is one: whom
 * a swipe has left would come next again. Channels that went live meanwhile are at the end.
 */
export function keepOrder(known: readonly string[], live: readonly string[]): string[] {
  const isLive = new Set(live)
  const isKnown = new Set(known)
  return [...known.filter((name) => isLive.has(name)), ...live.filter((name) => !isKnown.has(name))]
}

/** The channels before and after one in a circle; undefined where no other is live. One that is not live stands before the first. */
export function neighboursOf(
  username: string,
  order: readonly string[],
): { previous: string; next: string } | undefined {
  const at = order.indexOf(username)
  const next = order[(at + 1) % order.length]
  const previous = order.at(at <= 0 ? -1 : at - 1)
  if (next === undefined || previous === undefined || next === username) return undefined
  return { previous, next }
}
