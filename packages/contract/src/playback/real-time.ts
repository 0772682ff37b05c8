/** The WebSocket subprotocol of real-time playback: qmux (draft 02) with moq-lite (draft 05) in it. */
export const realTimeProtocol = 'qmux-02.moq-lite-05'

/** A stream token may be offered as a second subprotocol: this prefix and the token. Unlike an address, a log never has it. */
export const realTimeTokenPrefix = 'waggle.token.'

/** Where a broadcast is watched in real time. Its name in the protocol is the stream id. */
export function realTimePath(streamId: string): string {
  return `/live/${streamId}/moq`
}

/** Why the server ends a connection: the WebSocket's close code, and the code of the protocol's APPLICATION_CLOSE. */
export const realTimeCloseCodes = {
  /** The broadcast is over. */
  ended: 4000,
  /** The server restarts, or another server of the site continues the broadcast: connect again. */
  moved: 4001,
  /** The token has expired: connect with a fresh one. */
  tokenExpired: 4002,
  /** The channel's stream key was replaced. Tokens from before are refused: connect with a new one. */
  keyReplaced: 4003,
} as const
