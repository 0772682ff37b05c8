import { locale } from '../../texts/language/language.ts'

const number = new Intl.NumberFormat(locale)
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
const chatTime = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const weekdayAlone = new Intl.DateTimeFormat(locale, { weekday: 'short', month: 'short', day: 'numeric' })
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** 1234567 as `1,234,567` in English. */
export function formatNumber(value: number): string {
  return number.format(value)
}

/** Always with one decimal: `1.0`, `12.3`. */
export function formatOneDecimal(value: number): string {
  return oneDecimal.format(value)
}

/** A date, from milliseconds since 1970, in the visitor's time zone. */
export function formatDate(atMs: number): string {
  return date.format(atMs)
}

/** Date and time, from milliseconds since 1970, in the visitor's time zone. */
export function formatDateTime(atMs: number): string {
  return together(dateTime.format(atMs))
}

/** A time within the next months, in the visitor's time zone: `Sat, Nov 28, 8:00 PM`. Its line may break only between day and time. */
export function formatWeekday(atMs: number): string {
  return weekday.format(atMs).replace(/ (?!\d+:)/g, '\u00a0')
}

/** The day of such a time: `Sat, Nov 28`. */
export function formatWeekdayAlone(atMs: number): string {
  return weekdayAlone.format(atMs)
}

/** Hour and minutes in the visitor's time zone: `4:05 PM`. */
export function formatTime(atMs: number): string {
  return together(time.format(atMs))
}

/** No line breaks between a time and its AM or PM, or p. m. */
export function together(text: string): string {
  return text.replace(/ (?=[ap]?\.? ?m\.?$)/gi, '\u00a0')
}

/** The time of a chat message: hour:minute in en-US in every language (rule CHAT-10), in the visitor's time zone. */
export function formatChatTime(atMs: number): string {
  return chatTime.format(atMs)
}

/** A UTC day ('YYYY-MM-DD') without its year: `Nov 21`. */
export function formatDay(day: string): string {
  return shortDate.format(Date.parse(day))
}
