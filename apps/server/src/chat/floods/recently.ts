/** Who was noted less than `withinMs` ago. */
export function createRecently(withinMs: number, nowMs: () => number) {
  /** The last to be noted stands last. */
  const noted = new Map<string, number>()
  const isRecent = (atMs: number | undefined) => atMs !== undefined && nowMs() - atMs < withinMs
  return {
    has: (key: string) => isRecent(noted.get(key)),
    note(key: string): void {
      noted.delete(key)
      noted.set(key, nowMs())
      for (const [first, atMs] of noted) {
        if (isRecent(atMs)) break
        noted.delete(first)
      }
    },
  }
}
