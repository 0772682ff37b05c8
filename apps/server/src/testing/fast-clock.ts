const factor = 10

/** A clock that runs ten times as fast as the real one, and is the same in every process. */
export function fastClock(epochMs: number): () => number {
  return () => epochMs + (Date.now() - epochMs) * factor
}
