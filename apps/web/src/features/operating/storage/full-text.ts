import { locale } from '../../../texts/language/language.ts'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { manyDays } from '../health/limits.ts'

/** A unit, its days, and from how many days on it is exact enough. */
const units = [
  ['month', 365 / 12, 70],
  ['week', 7, 14],
] as const

/** When a disk or a limit is full, in a sentence; null where that is far away, or measured for less than a day. */
export function fullText({
  daysUntilFull: days,
  measuredDays,
}: {
  daysUntilFull: number | null
  measuredDays: number
}): string | null {
  if (days === null || days >= manyDays || measuredDays < 1) return null
  const [unit, length] = units.find(([, , from]) => days >= from) ?? ['day', 1]
  // Rounded down: who makes room should not come late.
  const time = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(1, Math.floor(days / length)),
  )
  return texts.fullAbout(time, Math.round(measuredDays))
}
