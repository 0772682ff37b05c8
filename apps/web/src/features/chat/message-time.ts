import { language } from '../../texts/language.ts'

const format = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, { hour: 'numeric', minute: '2-digit' })

/** Hour and minute, in English as en-US (spec section 9), in the reader's time zone. */
export function messageTime(timestampMs: number): string {
  return format.format(timestampMs)
}
