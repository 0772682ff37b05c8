/** A set of keys that forgets a key once `windowMs` have passed since it was last added. */
export function createRecentKeys(windowMs: number, nowMs: () => number) {
  /** In the order in which they were last added. */
  const addedAtMs = new Map<string, number>()
  const isRecent = (atMs: number | undefined) => atMs !== undefined && nowMs() - atMs < windowMs
  return {
    has: (key: string) => isRecent(addedAtMs.get(key)),
    add(key: string): void {
      addedAtMs.delete(key)
      addedAtMs.set(key, nowMs())
      for (const [oldestKey, atMs] of addedAtMs) {
        if (isRecent(atMs)) break
        addedAtMs.delete(oldestKey)
      }
    },
  }
}
