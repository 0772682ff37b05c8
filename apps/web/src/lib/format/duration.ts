/** Xh Ym, or Ym below an hour (rule STATS-2). */
export function formatWatchTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`
}

/** HH:MM:SS since a time (milliseconds since 1970); 00:00:00 without one (rule STATS-3). */
export function formatUptime(startedAtMs: number | null, nowMs: number): string {
  const seconds = startedAtMs === null ? 0 : Math.max(0, Math.floor((nowMs - startedAtMs) / 1000))
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
