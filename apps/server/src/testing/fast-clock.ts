const factor = 10

/** A clock that is the same in every process and runs ten times as fast as the real one. */
export function fastClock(epochMs: number): () => number {
  return () => epochMs + (Date.now() - epochMs) * factor
}
