import { locale } from '../../texts/language/language.ts'

const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

/** The day of a time without its year, in the visitor's time zone: `Nov 21`. */
export function formatDate(atMs: number): string {
  return date.format(atMs)
}

/** The day of a time, in the visitor's time zone: `Nov 21, 2026`. */
export function formatLongDate(atMs: number): string {
  return longDate.format(atMs)
}
