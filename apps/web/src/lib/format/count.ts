import { siteTexts } from '../../texts/site.ts'
import { formatOneDecimal } from './format.ts'

/** Abbreviates from 1,000 with one decimal (rule FORMAT-1): 950, 1.2K, 3M. */
export function abbreviateCount(count: number): string {
  // Rounds down, so that 999,999 does not become '1000K'.
  if (count >= 1_000_000) return `${oneDecimal(count / 1_000_000)}M`
  if (count >= 1000) return `${oneDecimal(count / 1000)}K`
  return String(count)
}

export function viewersText(count: number): string {
  return siteTexts.viewers(count, abbreviateCount(count))
}

export function followersText(count: number): string {
  return `${abbreviateCount(count)} ${siteTexts.followerUnit(count)}`
}

function oneDecimal(value: number): string {
  return formatOneDecimal(Math.floor(value * 10) / 10)
}
