import type { Answer } from '@waggle/contract/endpoints'
import { replayLimits } from '@waggle/contract/replays/limits'

interface Sample {
  atMs: number
  spanMs: number
  messages: number
}

/** The shortest stretch that is sampled. */
const leastSeconds = 10

/** The messages of a broadcast in stretches of one length, as many as are allowed. A sample that is longer than a stretch is spread. */
export function chatActivity(samples: readonly Sample[]): Answer<'getChatActivity'> {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return { startedAt: 0, secondsEach: leastSeconds, messages: [] }
  const seconds = (last.atMs + last.spanMs - first.atMs) / 1000
  const secondsEach = Math.max(leastSeconds, Math.ceil(seconds / replayLimits.activityStretchesMax))
  const eachMs = secondsEach * 1000
  const sums = Array.from({ length: Math.ceil(seconds / secondsEach) }, () => 0)
  for (const { atMs, spanMs, messages } of samples) {
    const from = Math.floor((atMs - first.atMs) / eachMs)
    const until = Math.max(from + 1, Math.min(sums.length, Math.round((atMs + spanMs - first.atMs) / eachMs)))
    for (let index = from; index < until; index += 1) sums[index] = (sums[index] ?? 0) + messages / (until - from)
  }
  return {
    startedAt: first.atMs,
    secondsEach,
    messages: wholeNumbers(sums.slice(0, replayLimits.activityStretchesMax)),
  }
}

/** Rounds the running total, so that a single message of a long sample is in one of its stretches and not in none. */
function wholeNumbers(shares: readonly number[]): number[] {
  let total = 0
  return shares.map((share) => {
    const before = Math.round(total)
    total += share
    return Math.round(total) - before
  })
}
