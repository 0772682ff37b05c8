const units = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const

/** A duration in its two largest units, as watch time is written (rule STATS-2): '4m 59s', '2d 3h'. The same in every language. */
export function shortDuration(durationMs: number): string {
  let seconds = Math.max(0, Math.ceil(durationMs / 1000))
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(seconds / size)
    seconds -= count * size
    if (count > 0) parts.push(`${count}${unit}`)
    else if (parts.length > 0) break
  }
  return parts.slice(0, 2).join(' ') || '0s'
}

/** How long a broadcast was: in whole minutes, and in seconds where it was shorter than one. */
export function broadcastLength(durationMs: number): string {
  const minuteMs = 60_000
  return shortDuration(durationMs < minuteMs ? durationMs : Math.round(durationMs / minuteMs) * minuteMs)
}
