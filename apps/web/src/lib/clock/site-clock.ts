export interface SiteClock {
  /** The server's time in milliseconds since 1970. */
  now(): number
  /** Call with the `Date` header of every answer, which has whole seconds (RFC 9110 section 6.6.1); null where there is none. */
  learn(date: string | null): void
  /** Calls the listener when the time has been corrected. Returns a function that stops it. */
  onSet(listener: () => void): () => void
}

/** A smaller correction changes nothing that a page shows. */
const noticeableMs = 1000

/**
 * Tells the server's time, which everything that the server says refers to: the clock of the visitor's device may be days off (T26).
 * Until the first answer it tells the device's time. An answer can be late or from a cache, but never from the future, so the latest
 * time counts. Between answers it counts on with `elapsedMs`, which no change of the device's clock moves.
 */
export function createSiteClock({
  deviceNow = () => Date.now(),
  elapsedMs = () => performance.now(),
}: {
  deviceNow?: () => number
  elapsedMs?: () => number
} = {}): SiteClock {
  const listeners = new Set<() => void>()
  /** The server's time when `elapsedMs` was 0. */
  let startMs: number | undefined

  const now = () => (startMs === undefined ? deviceNow() : startMs + elapsedMs())

  return {
    now,
    learn(date) {
      const candidateMs = date === null ? Number.NaN : Date.parse(date) - elapsedMs()
      if (Number.isNaN(candidateMs) || (startMs !== undefined && candidateMs <= startMs)) return
      const beforeMs = now()
      startMs = candidateMs
      if (Math.abs(now() - beforeMs) > noticeableMs) for (const listener of [...listeners]) listener()
    },
    onSet(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const siteClock = createSiteClock()
