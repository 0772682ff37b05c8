/** Limits of one connection. By default its peer is a viewer, whom nobody trusts. */
export interface MoqLimits {
  /** From the upgrade to the viewer's transport parameters. */
  handshakeTimeoutMs: number
  /** How long a viewer may stay without a subscription. */
  unsubscribedTimeoutMs: number
  /** A viewer that sends nothing for this long has gone. */
  idleTimeoutMs: number
  /** A viewer that has been silent for this long is asked whether it is still there. */
  pingAfterMs: number
  maxSubscriptions: number
  /** Streams that the viewer has open at a time: one for each subscription, request or announcement. */
  maxPeerStreams: number
  /** Streams that the viewer may open in each period. Each may cause a group to be sent. */
  maxPeerStreamsPerPeriod: number
  /** Frames of qmux that the viewer may send in each period. */
  maxFramesPerPeriod: number
  periodMs: number
  maxMessageBytes: number
  /** While more bytes than this wait in the socket, nothing is added. */
  maxQueuedBytes: number
  /** A viewer that is further behind at a key frame continues with that key frame. */
  maxBehindBytes: number
  maxBehindMs: number
  /** A viewer that was skipped ahead so often in a period, on one track, is too slow for it. */
  maxSkips: number
  skipPeriodMs: number
}

export const defaultMoqLimits: MoqLimits = {
  handshakeTimeoutMs: 5_000,
  unsubscribedTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  pingAfterMs: 10_000,
  maxSubscriptions: 8,
  maxPeerStreams: 32,
  maxPeerStreamsPerPeriod: 100,
  maxFramesPerPeriod: 5_000,
  periodMs: 10_000,
  maxMessageBytes: 4096,
  maxQueuedBytes: 256 * 1024,
  maxBehindBytes: 1024 * 1024,
  maxBehindMs: 1_000,
  maxSkips: 5,
  skipPeriodMs: 30_000,
}

/** For a peer of the operator's own: another process of the site, or the relay that it publishes to. */
export const peerMoqLimits: MoqLimits = {
  ...defaultMoqLimits,
  unsubscribedTimeoutMs: Number.POSITIVE_INFINITY,
  maxSubscriptions: 256,
  maxPeerStreams: 1024,
  maxPeerStreamsPerPeriod: Number.POSITIVE_INFINITY,
  maxFramesPerPeriod: Number.POSITIVE_INFINITY,
  maxSkips: Number.POSITIVE_INFINITY,
}
