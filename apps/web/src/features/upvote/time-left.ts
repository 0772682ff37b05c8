import { upvoteTexts } from '../../texts/viewer/upvote.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** '6 d 23 h', '5 h 12 min', '3 min'. */
export function timeLeft(ms: number): string {
  if (ms < minuteMs) return upvoteTexts.soon
  const days = Math.floor(ms / dayMs)
  const hours = Math.floor((ms % dayMs) / hourMs)
  const minutes = Math.floor((ms % hourMs) / minuteMs)
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}
