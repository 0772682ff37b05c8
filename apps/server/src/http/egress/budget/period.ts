import { utcDay } from '../../../lib/utc-day.ts'

const dayMs = 24 * 60 * 60_000

/** The day and the month of a time, in UTC. */
export interface Period {
  day: string
  firstDayOfMonth: string
  daysInMonth: number
  dayEndsAtMs: number
  monthEndsAtMs: number
}

export function periodAt(timeMs: number): Period {
  const time = new Date(timeMs)
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()]
  const monthBeginsAtMs = Date.UTC(year, month, 1)
  const monthEndsAtMs = Date.UTC(year, month + 1, 1)
  return {
    day: utcDay(timeMs),
    firstDayOfMonth: utcDay(monthBeginsAtMs),
    daysInMonth: (monthEndsAtMs - monthBeginsAtMs) / dayMs,
    dayEndsAtMs: Date.UTC(year, month, time.getUTCDate() + 1),
    monthEndsAtMs,
  }
}
