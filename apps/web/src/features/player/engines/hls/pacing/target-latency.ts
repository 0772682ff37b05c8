import type { TargetLatency } from '../../playback-state.ts'

/** Where playback begins, and stays on a good network: a part that is being made, and half a second for it to arrive. */
export const leastLatencySeconds = 0.85
/** Further away than this, delay is worse than a stall now and then. */
const mostLatencySeconds = 3
/** Until enough parts have arrived to know the network. */
const measuringLatencySeconds = 0.95
const minArrivals = 4
/** Kept between the latest arrival known and running dry. */
const marginSeconds = 0.15
const secondsPerStall = 0.2
const maxStallSeconds = 1
/** From this delay on, hls.js jumps to the live edge. Below it, the pacing catches up by playing faster. */
export const maxLatencySeconds = 4
/** Where whole segments are loaded: one that is being made, one on its way as slowly as it is played, and half of one ahead. */
const segmentLatencySeconds = 6
export const maxSegmentLatencySeconds = 12

/**
 * How far behind the live edge to play. `neededSeconds` is what arrivals.ts measured, `recentStalls` the stalls of the last minutes.
 * `isBySegment` where the network is too slow for parts.
 */
export function targetLatency({
  neededSeconds,
  arrivals,
  recentStalls,
  isBySegment = false,
}: {
  neededSeconds: number | undefined
  arrivals: number
  recentStalls: number
  isBySegment?: boolean
}): TargetLatency {
  if (isBySegment) return { seconds: segmentLatencySeconds, reason: 'stalled' }
  if (neededSeconds === undefined || arrivals < minArrivals)
    return { seconds: measuringLatencySeconds, reason: 'measuring' }
  const forArrivals = neededSeconds + marginSeconds
  const forStalls = leastLatencySeconds + Math.min(maxStallSeconds, recentStalls * secondsPerStall)
  const seconds = Math.min(mostLatencySeconds, Math.max(forArrivals, forStalls))
  if (seconds <= leastLatencySeconds) return { seconds, reason: 'steady' }
  return { seconds, reason: forStalls > forArrivals ? 'stalled' : 'uneven' }
}
