import type { TrackInfo } from '../lite/replies.ts'

const timescale = 1_000_000
const mediaLatencyMaxMs = 5000
/**
 * At 30 pictures a second the next one comes sooner. A write costs the server more than what is in it, and what players buffer (ours
 * 100 ms) covers the wait.
 */
const soundWaitMs = 35

/** The properties of the tracks of every broadcast. The priorities are those of hang: the catalog first, then audio. */
export const trackInfos = {
  // A viewer who joins late needs the catalog, however old it is: 30 days.
  catalog: { priority: 100, latencyMaxMs: 30 * 24 * 60 * 60_000, timescale, isMedia: false, mayWaitMs: 0 },
  audio: { priority: 80, latencyMaxMs: mediaLatencyMaxMs, timescale, isMedia: true, mayWaitMs: soundWaitMs },
  video: { priority: 60, latencyMaxMs: mediaLatencyMaxMs, timescale, isMedia: true, mayWaitMs: 0 },
} as const satisfies Record<string, TrackInfo>
