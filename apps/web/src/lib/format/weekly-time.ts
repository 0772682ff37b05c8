import { locale } from '../../texts/language/language.ts'
import { formatTime, together } from './format.ts'

const dayMs = 24 * 60 * 60_000
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' })
const dayOfMonth = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const weekly = new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** The time of what is repeated every week, in the visitor's time zone: `Saturday 8:00 PM`. */
export function formatWeekly(atMs: number): string {
  return together(weekly.format(atMs))
}

/** The day of the week on which it is in the visitor's time zone: `Sat`. */
export function formatDayOfWeek(atMs: number): string {
  return weekday.format(atMs)
}

/** Its date without the year, in the visitor's time zone: `Nov 28`. */
export function formatDayOfMonth(atMs: number): string {
  return dayOfMonth.format(atMs)
}

/** What is coming, where there is little room, in the visitor's time zone: `Sat 8:00 PM` within six days, `Dec 24` later. */
export function formatComing(atMs: number, nowMs: number): string {
  return atMs - nowMs < 6 * dayMs ? `${weekday.format(atMs)}\u00a0${formatTime(atMs)}` : formatDayOfMonth(atMs)
}
