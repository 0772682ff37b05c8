import type { FollowerPoint } from '@waggle/contract/stats/endpoints'
import { formatOneDecimal } from '../../lib/format/format.ts'
import { locale } from '../../texts/language/language.ts'

const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })

/** The change from the first to the last point in percent of the first; 0 with fewer than two points or a first of 0 (rule STATS-4). */
export function growthPercent(points: readonly FollowerPoint[]): number {
  const first = points[0]?.followers ?? 0
  const last = points.at(-1)?.followers ?? 0
  return points.length < 2 || first === 0 ? 0 : ((last - first) / first) * 100
}

/** Undefined for what is written as a 0. */
export function trendOf(percent: number): 'up' | 'down' | undefined {
  return Math.abs(percent) < 0.05 ? undefined : percent > 0 ? 'up' : 'down'
}

/** With its sign; nothing is added to or taken from a 0. */
export function growthText(percent: number): string {
  if (trendOf(percent) === undefined) return '0%'
  return `${percent > 0 ? '+' : '−'}${formatOneDecimal(Math.abs(percent))}%`
}

/** So many followers more or fewer at the last point than at the first, with its sign. */
export function growthCount(points: readonly FollowerPoint[]): string {
  return signed.format((points.at(-1)?.followers ?? 0) - (points[0]?.followers ?? 0)).replace('-', '−')
}
