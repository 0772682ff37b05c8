/**
 * Spreads calls over time when many come at once, without a delay when few do: so many begin in a slice of time, of each room one
 * before the second of another. Returns what calls back when it is a call's turn, at once or later, and returns what gives that up.
 */
export function createFairQueue(
  { perSlice, sliceMs }: { perSlice: number; sliceMs: number },
  setTimer: (done: () => void, ms: number) => unknown = setTimeout,
) {
  /** The room whose turn it is stands first. */
  const rooms = new Map<string, Set<OnTurn>>()
  let left = perSlice
  let isTicking = false

  function beginSlice(): void {
    isTicking = false
    left = perSlice
    while (left > 0) {
      const next = takeNext()
      if (!next) return
      begin(next, true)
    }
  }

  function begin(onTurn: OnTurn, hasWaited: boolean): void {
    left -= 1
    if (!isTicking) setTimer(beginSlice, sliceMs)
    isTicking = true
    onTurn(hasWaited)
  }

  function takeNext(): OnTurn | undefined {
    for (const [room, waiting] of rooms) {
      const [first] = waiting
      rooms.delete(room)
      if (!first) continue
      waiting.delete(first)
      rooms.set(room, waiting)
      return first
    }
  }

  return (room: string, onTurn: OnTurn): (() => void) => {
    if (left > 0) {
      begin(onTurn, false)
      return () => undefined
    }
    const waiting = rooms.get(room) ?? new Set()
    rooms.set(room, waiting.add(onTurn))
    return () => waiting.delete(onTurn)
  }
}

type OnTurn = (hasWaited: boolean) => void
