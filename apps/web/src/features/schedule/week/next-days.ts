import type { PlannedBroadcast } from '@waggle/contract/channels/schedule'

export const daysShown = 7

/**
 * Today and the days after it, or as many days some weeks later, each by the moment at which it begins, in milliseconds since 1970, and
 * by the one at which the next one does. In the time zone of the browser: a day on which the clock is changed has 23 or 25 hours.
 */
export function nextDays(nowMs: number, weeksLater = 0): { beginMs: number; endMs: number }[] {
  const first = weeksLater * daysShown
  return Array.from({ length: daysShown }, (_, index) => ({
    beginMs: moved(startOfDay(nowMs), first + index),
    endMs: moved(startOfDay(nowMs), first + index + 1),
  }))
}

/**
 * When a planned broadcast is between two moments, in milliseconds since 1970; undefined where it is not. One of every week is at the
 * same time of day in all weeks from its next one on.
 */
export function timeBetween(
  { startTime, isWeekly }: Pick<PlannedBroadcast, 'startTime' | 'isWeekly'>,
  { beginMs, endMs }: { beginMs: number; endMs: number },
): number | undefined {
  const weeks = isWeekly ? Math.round((beginMs - startOfDay(startTime)) / weekMs) : 0
  const atMs = moved(startTime, Math.max(0, weeks) * daysShown)
  return atMs >= beginMs && atMs < endMs ? atMs : undefined
}

const weekMs = daysShown * 24 * 60 * 60_000

function startOfDay(ms: number): number {
  const day = new Date(ms)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
}

/** So many days later, at the same time of day. */
function moved(ms: number, days: number): number {
  const date = new Date(ms)
  return date.setDate(date.getDate() + days)
}
