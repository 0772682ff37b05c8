import type { HealthFacts, RequestFailure } from '../engines/playback-health.ts'

/** What is known while the picture is stalled. */
export interface StallFacts extends HealthFacts {
  /** The browser reports a network connection. */
  isOnline: boolean
  /** The server says that the encoder is disconnected and may return. */
  isReconnecting: boolean
  /** The server says that the streamer stopped the encoder, and may start it again. */
  isStopped: boolean
  /** The server has answered a lookup of the stream since the picture stalled. */
  hasServerAnswered: boolean
  /** How the last lookup failed, if it did: answered with 500 or above, or not answered at all. */
  lookupFailure: 'server' | 'network' | null
  /** Media buffered ahead of the picture. */
  bufferedSeconds: number
}

/** Where the cause of a stall lies. */
export type StallCause =
  | 'offline'
  | 'stopped'
  | 'encoder-away'
  | 'encoder-late'
  | 'unplayable'
  | 'computer'
  | 'server'
  | 'unreachable'
  | 'media-unreachable'
  | 'crowded'
  | 'no-key'
  | 'slow-network'
  | 'unknown'

/** A new part is expected every third of a second; a gap this long is more than jitter. */
const lateMediaMs = 2000
const amplyBufferedSeconds = 1
const barelyBufferedSeconds = 0.3
const highDroppedFrameRatio = 0.3
/** Downloads that take nearly as long as the play time they bring leave no time for playlists. */
const slowDownloadTimeRatio = 0.9

/** Judges the cause of a stall. Certain causes are checked before likely ones. */
export function stallCause(facts: StallFacts): StallCause {
  if (!facts.isOnline) return 'offline'
  if (facts.isStopped) return 'stopped'
  if (facts.isReconnecting) return 'encoder-away'
  const areRequestsFine = facts.lookupFailure === null && facts.requestFailures.length === 0
  if (facts.isMediaUnplayable && areRequestsFine) return 'unplayable'
  // A player that is busy with failing requests may hold media back, so those come first.
  if (facts.bufferedSeconds >= amplyBufferedSeconds && areRequestsFine) return 'computer'
  const fails = (failure: RequestFailure) => facts.requestFailures.includes(failure)
  if (facts.lookupFailure === 'server' || fails('refused')) return 'server'
  if (facts.lookupFailure === 'network') return 'unreachable'
  if (fails('unreachable')) return facts.hasServerAnswered ? 'media-unreachable' : 'unreachable'
  const dropsFrames = facts.droppedFrameRatio >= highDroppedFrameRatio
  const isDownloadSlow = facts.downloadTimeRatio !== null && facts.downloadTimeRatio >= slowDownloadTimeRatio
  // A slow network makes media late but drops no frames, while a device without a free processor does both.
  if (dropsFrames && (isDownloadSlow || facts.bufferedSeconds >= barelyBufferedSeconds)) return 'computer'
  if (facts.isTokenRateLimited) return 'crowded'
  // Media that waits for its key counts as late and as slow, so those facts say nothing here.
  if (facts.isKeyMissing) return facts.hasServerAnswered ? 'no-key' : 'unknown'
  if (isDownloadSlow) return 'slow-network'
  // Until the server has answered, the remaining causes cannot be told apart.
  if (!facts.hasServerAnswered) return 'unknown'
  if (fails('slow')) return 'slow-network'
  if (facts.sinceNewMediaMs >= lateMediaMs) return 'encoder-late'
  return 'unknown'
}
