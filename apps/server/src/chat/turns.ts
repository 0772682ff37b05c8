/** A call costs about a third of a millisecond: so many in a slice take a third of a core at most. */
const perSlice = 5
const sliceMs = 5
/** Who was served within this time lets others go first. */
const recentMs = 1000

/**
 * Spreads calls over time when many come at once, without a delay when few do. Whoever has called nothing for a second goes ahead
 * of those who call all the time, so that a flood delays itself and not the others.
 */
export function createTurns(nowMs: () => number = () => performance.now()) {
  /** When somebody last asked for a turn; the last to ask stands last. */
  const asked = new Map<string, number>()
  const rare = new Set<() => void>()
  const frequent = new Set<() => void>()
  let left = perSlice
  let isTicking = false

  function beginSlice(): void {
    isTicking = false
    left = perSlice
    for (const queue of [rare, frequent]) {
      for (const next of queue) {
        if (left === 0) return
        queue.delete(next)
        begin()
        next()
      }
    }
  }

  function begin(): void {
    left -= 1
    if (isTicking) return
    isTicking = true
    setTimeout(beginSlice, sliceMs)
  }

  function isFrequent(who: string): boolean {
    const before = asked.get(who)
    asked.delete(who)
    asked.set(who, nowMs())
    for (const [first, atMs] of asked) {
      if (nowMs() - atMs < recentMs) break
      asked.delete(first)
    }
    return before !== undefined && nowMs() - before < recentMs
  }

  /** Calls back when it is the caller's turn: at once, or later. Returns what gives the turn up. */
  return (who: string, onTurn: () => void): (() => void) => {
    const queue = isFrequent(who) ? frequent : rare
    if (left > 0) {
      begin()
      onTurn()
    } else {
      queue.add(onTurn)
    }
    return () => queue.delete(onTurn)
  }
}
