import type { OffsetRange } from './arrival-offsets.ts'

/** What a track asks of the playout. */
export interface TrackDemand extends OffsetRange {
  /** How long before it is seen or heard a frame of this track has to be ready. */
  leadMs: number
}

/** On a good network, frames wait this long behind the fastest. */
export const leastBufferMs = 100
/** Frames that were later than any before are still in time with this much left. */
const spareMs = 40
const mostBufferMs = 3000

/**
 * The offset from timestamps to the moment at which they should be shown, so that frames of every track are ready in time: 100 ms behind
 * the fastest, and more where arrival has jittered more. Undefined without a track.
 */
export function wantedOffsetMs(tracks: readonly TrackDemand[]): number | undefined {
  const offsets = tracks.map(
    ({ fastestMs, latestMs, leadMs }) =>
      leadMs + Math.min(fastestMs + mostBufferMs, Math.max(fastestMs + leastBufferMs, latestMs + spareMs)),
  )
  return offsets.length === 0 ? undefined : Math.max(...offsets)
}

/** Change of speed that nobody hears, and the one that is accepted to come back from far. */
const inaudibleRate = 0.02
const audibleRate = 0.05
const farMs = 400
/** Further away, and what lies between is skipped. */
const skipMs = 1000
const beginMs = 40
const endMs = 10

export type Pace = { do: 'play'; rate: number } | { do: 'skip' }

/** The speed at which the playout comes to the wanted offset. `behindMs` is how much later than wanted it is; less than 0 is too early. */
export function paceOf(behindMs: number, currentRate: number): Pace {
  // Nobody wants to see what was shown already, so from too early the way back is always slow.
  if (behindMs > skipMs) return { do: 'skip' }
  const isCorrecting = currentRate !== 1
  if (Math.abs(behindMs) < (isCorrecting ? endMs : beginMs)) return { do: 'play', rate: 1 }
  const change = Math.abs(behindMs) > farMs ? audibleRate : inaudibleRate
  return { do: 'play', rate: behindMs > 0 ? 1 + change : 1 - change }
}
