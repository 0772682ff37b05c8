import { locale } from '../../texts/language/language.ts'
import { together } from './format.ts'

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
