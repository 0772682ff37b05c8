/** The WebSocket subprotocol of real-time playback: qmux (draft 02) with moq-lite (draft 05) in it. */
export const realTimeProtocol = 'qmux-02.moq-lite-05'

/** A stream token may be offered as a second subprotocol: this prefix and the token. Unlike an address, a log never has it. */
export const realTimeTokenPrefix = 'waggle.token.'

/** Where a broadcast is watched in real time. Its name in the protocol is the stream id. */
export function realTimePath(streamId: string): string {
  return `/live/${streamId}/moq`
}

/**
 * Where the newest key frame of a broadcast is, with the pass that the stream's page has for it (`?token=`): a line of JSON that says how to
 * decode it (`FirstPictureFacts`), and then the frame.
 */
export function firstPicturePath(streamId: string): string {
  return `/live/${streamId}/${firstPictureName}`
}

export const firstPictureName = 'first-picture'

/** A `VideoDecoderConfig`, but for its description in hexadecimal, and the frame's timestamp in microseconds. */
export interface FirstPictureFacts {
  codec: string
  description?: string
  codedWidth: number
  codedHeight: number
  timestampUs: number
}

/**
 * Why the server ends a connection: the WebSocket's close code. Before it, an APPLICATION_CLOSE of the protocol has the same code, except
 * for `full`, which ends a socket before the protocol begins.
 */
export const realTimeCloseCodes = {
  /** The broadcast is over. */
  ended: 4000,
  /** The server restarts, or another server of the site continues the broadcast: connect again. */
  moved: 4001,
  /** The token has expired: connect with a fresh one. */
  tokenExpired: 4002,
  /** The channel's stream key was replaced. Tokens from before are refused: connect with a new one. */
  keyReplaced: 4003,
  /** There is no seat, or the server has no room left for this one: watch LL-HLS, and try again after `realTimeRetryAfterMs`. */
  full: 4004,
  /** The connection does not keep up with this rendition, although frames were skipped again and again: watch LL-HLS. */
  tooSlow: 4005,
} as const

/** How long a player without a seat, or with a connection that was too slow, watches LL-HLS before it asks again. */
export const realTimeRetryAfterMs = 30_000

/**
 * The code with which the server resets the stream of a group whose rest it skips, because the viewer is too far behind. A player then
 * subscribes to a lower rendition. A group that was skipped whole shows as a gap in the numbers of groups. After `maxSkips` in
 * `skipPeriodMs` on one subscription, the server closes the connection as `tooSlow`.
 */
export const realTimeSkippedCode = 4
export const realTimeSlowness = { maxSkips: 5, skipPeriodMs: 30_000 } as const
