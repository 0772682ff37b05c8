import { locale } from '../../texts/language/language.ts'
import { together } from './format.ts'

const weekly = new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** The time of what is repeated every week, in the visitor's time zone: `Saturday 8:00 PM`. */
export function formatWeekly(atMs: number): string {
  return together(weekly.format(atMs))
}
