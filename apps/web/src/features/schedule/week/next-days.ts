export const daysShown = 7

/**
 * Today and the days after it, each by the moment at which it begins, in milliseconds since 1970, and by the one at which the next one
 * does. In the time zone of the browser: a day on which the clock is changed has 23 or 25 hours.
 */
export function nextDays(nowMs: number): { beginMs: number; endMs: number }[] {
  const beginOf = (days: number) => {
    const now = new Date(nowMs)
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime()
  }
  return Array.from({ length: daysShown }, (_, index) => ({ beginMs: beginOf(index), endMs: beginOf(index + 1) }))
}
