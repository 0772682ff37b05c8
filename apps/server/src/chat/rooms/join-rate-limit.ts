/** A rate limit with a fixed window: allows `points` calls for each key in each window. */
export function createJoinRateLimit(points: number, windowMs: number, nowMs = () => performance.now()) {
  let counts = new Map<string, number>()
  let windowStartMs = 0
  return (key: string): boolean => {
    const timeMs = nowMs()
    if (timeMs - windowStartMs >= windowMs) {
      counts = new Map()
      windowStartMs = timeMs
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= points
  }
}
