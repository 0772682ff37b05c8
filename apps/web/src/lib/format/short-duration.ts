const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** A duration in its two largest units: '4 min 59 s', '2 d 3 h'. The unit symbols are the same in every language. */
export function shortDuration(durationMs: number): string {
  let seconds = Math.max(0, Math.ceil(durationMs / 1000))
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(seconds / size)
    seconds -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
    else if (parts.length > 0) break
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}

/** How long a broadcast was: in whole minutes, and in seconds where it was shorter than one. */
export function broadcastLength(durationMs: number): string {
  const minuteMs = 60_000
  return shortDuration(durationMs < minuteMs ? durationMs : Math.round(durationMs / minuteMs) * minuteMs)
}
