import { locale } from '../../texts/language/language.ts'

const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

/** The day of a time without its year, in the visitor's time zone: `Nov 21`. */
export function formatDate(atMs: number): string {
  return date.format(atMs)
}
