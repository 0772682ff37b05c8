import type { TrackKind } from '../../sample.ts'

/**
 * Converts RTMP's 32-bit milliseconds to decode times that do not wrap. The tracks are unwrapped together, so that their offset
 * stays, but put in order separately: a common correction of jitter would move them apart.
 */
interface TrackClock {
  /**
   * Decode time in milliseconds, an integer of 0 or more. Within a track it increases by at least 1. Only a step back of more than
   * `maxCorrectionMs` is kept, like any step forward: the sender has started a new timeline.
   */
  next(track: TrackKind, timestampMs: number): number
}

/** Smaller steps back are jitter. */
const maxCorrectionMs = 1000

/** Far below the largest safe integer, and far above any real broadcast (35,000 years). */
const maxTimeMs = 2 ** 50

export function createTrackClock(): TrackClock {
  let lastTimestampMs = 0
  let timeMs = 0
  let hasBegun = false
  const lastDtsMs: Partial<Record<TrackKind, number>> = {}

  function unwrap(timestampMs: number): number {
    // The difference as a signed 32-bit number is correct for wraps and for small steps back.
    timeMs = hasBegun ? timeMs + ((timestampMs - lastTimestampMs) | 0) : timestampMs
    hasBegun = true
    lastTimestampMs = timestampMs
    if (timeMs <= -maxCorrectionMs || timeMs > maxTimeMs) timeMs = timestampMs
    return timeMs
  }

  return {
    next(track, timestampMs) {
      let dtsMs = Math.max(0, unwrap(timestampMs >>> 0))
      const last = lastDtsMs[track]
      if (last !== undefined && dtsMs <= last && last - dtsMs <= maxCorrectionMs) dtsMs = last + 1
      lastDtsMs[track] = dtsMs
      return dtsMs
    },
  }
}
