/** What is known while the picture stands still. */
export interface StallFacts {
  /** The browser believes to have a network. */
  isOnline: boolean
  /** The server says that the encoder is away and may return. */
  isReconnecting: boolean
  /** The server answered a question about the stream since the picture stopped. */
  hasServerAnswered: boolean
  /** How the last such question failed, if it did: with an answer of 500 and above, or without any. */
  lookupFailure: 'server' | 'network' | null
  /** What lies ready ahead of the picture. */
  bufferedSeconds: number
  /** Share of frames of the last seconds that came too late for the screen. */
  droppedShare: number
  /** Time that downloads took to the play time they brought; null while nothing has been downloaded. */
  downloadShare: number | null
  /** Requests for media that were answered with 500 and above. */
  serverFailures: number
  /** Requests for segments and parts that took too long. */
  downloadTimeouts: number
  /** The key of what comes next has been asked for in vain and is still wanted. */
  isKeyMissing: boolean
  /** Since the playlist last had something new. */
  mediaLateMs: number
}

/** Who holds the picture up. */
export type StallCause =
  | 'offline'
  | 'encoder-away'
  | 'encoder-late'
  | 'computer'
  | 'server'
  | 'unreachable'
  | 'no-key'
  | 'slow-network'
  | 'unknown'

/** A part every third of a second is expected; this much silence is more than jitter. */
const mediaIsLateFromMs = 2000
const enoughBufferedSeconds = 1
const littleBufferedSeconds = 0.3
const manyDropped = 0.3
/** Downloads that take nearly as long as what they bring leave nothing for playlists. */
const slowFromShare = 0.9

/** Whose fault a stall is. What is certain is asked first; what is only likely, later. */
export function stallCause(facts: StallFacts): StallCause {
  if (!facts.isOnline) return 'offline'
  if (facts.isReconnecting) return 'encoder-away'
  if (facts.bufferedSeconds >= enoughBufferedSeconds) return 'computer'
  if (facts.droppedShare >= manyDropped && facts.bufferedSeconds >= littleBufferedSeconds) return 'computer'
  if (facts.lookupFailure === 'server' || facts.serverFailures > 0) return 'server'
  if (facts.lookupFailure === 'network') return 'unreachable'
  // What waits for its key has not come, either, and is no sign of anything else.
  if (facts.isKeyMissing) return facts.hasServerAnswered ? 'no-key' : 'unknown'
  if (facts.downloadShare !== null && facts.downloadShare >= slowFromShare) return 'slow-network'
  // Nothing more can be told apart before the server has been heard.
  if (!facts.hasServerAnswered) return 'unknown'
  if (facts.downloadTimeouts > 0) return 'slow-network'
  if (facts.mediaLateMs >= mediaIsLateFromMs) return 'encoder-late'
  return 'unknown'
}
