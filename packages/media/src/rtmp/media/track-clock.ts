import type { TrackKind } from '../../sample.ts'

/**
 * From RTMP's 32-bit milliseconds to decode times that do not wrap. The tracks share one unwrapping, so that their offset
 * stays, and are kept in order each by itself: a shared correction of jitter would pull them apart.
 */
export interface TrackClock {
  /**
   * Decode time in milliseconds, an integer of 0 or more. Within a track it rises by at least 1, except that a step back of
   * more than `maxCorrectionMs`, like any step ahead, passes as it is: the sender began a new timeline.
   */
  next(track: TrackKind, timestampMs: number): number
}

/** Steps back up to this are jitter. */
export const maxCorrectionMs = 1000

/** Far below the integers' end, far above any honest broadcast (35,000 years). */
const maxTimeMs = 2 ** 50

export function createTrackClock(): TrackClock {
  let lastTimestampMs = 0
  let timeMs = 0
  let hasBegun = false
  const lastDtsMs: Partial<Record<TrackKind, number>> = {}

  function unwrap(timestampMs: number): number {
    // The difference as a signed 32-bit number: wraps ahead and small steps back come out right.
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
