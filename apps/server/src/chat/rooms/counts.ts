/** Counts by key that remembers no key with nothing to count. */
export function createCounts() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, by: 1 | -1): number {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
      return count
    },
  }
}

/** Lets `points` calls pass in each period, for every key on its own. */
export function createRate(points: number, periodMs: number) {
  let counts = new Map<string, number>()
  let periodStartMs = 0
  return (key: string): boolean => {
    const nowMs = performance.now()
    if (nowMs - periodStartMs >= periodMs) {
      counts = new Map()
      periodStartMs = nowMs
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= points
  }
}
