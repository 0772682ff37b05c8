import { locale } from '../../texts/language/language.ts'
import { siteTexts } from '../../texts/site.ts'

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** How long ago a channel was last seen (milliseconds since 1970), in words; 'Recently' if unknown (rule FOLLOW-12). */
export function lastSeenText(seenAtMs: number | null, nowMs: number): string {
  if (seenAtMs === null) return siteTexts.recently
  const seconds = Math.max(0, nowMs - seenAtMs) / 1000
  const unit = units.find(([, length]) => seconds >= length)
  return unit ? words.format(-Math.floor(seconds / unit[1]), unit[0]) : siteTexts.justNow
}
