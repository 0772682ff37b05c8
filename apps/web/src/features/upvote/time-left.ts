import { shortDuration } from '../../lib/format/short-duration.ts'
import { voteTexts } from '../../texts/viewer/vote.ts'

const minuteMs = 60_000

/** '6d 23h', '5h 12m', '3m': what is left for certain. */
export function timeLeft(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  return minutes === 0 ? voteTexts.soon : shortDuration(minutes * minuteMs)
}
