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
  return seenAtMs === null ? siteTexts.recently : distanceText(Math.min(0, seenAtMs - nowMs))
}

/** How far a time is from now, in words: 'in 3 days', '5 minutes ago'. */
export function distanceText(fromNowMs: number): string {
  const seconds = Math.abs(fromNowMs) / 1000
  const unit = units.find(([, length]) => seconds >= length)
  return unit ? words.format(Math.sign(fromNowMs) * Math.floor(seconds / unit[1]), unit[0]) : siteTexts.justNow
}
