/** Limits of one connection, of one address and of the whole server. */
export interface RtmpLimits {
  maxConnections: number
  /** Connections of one address that do not publish (yet). IPv6 addresses are grouped by /64. */
  maxUnpublishedPerAddress: number
  /** After more wrong stream keys of one address within a minute, its keys are checked slowly for `wrongKeyPenaltyMs`. */
  maxWrongKeysPerMinute: number
  wrongKeyPenaltyMs: number
  /** The pause between two checks of an address with too many wrong keys. */
  penalizedKeyIntervalMs: number
  handshakeTimeoutMs: number
  /** From the end of the handshake to the accepted `publish`, including the check of the key. */
  publishTimeoutMs: number
  /** A publisher that sends nothing for this long is disconnected. */
  idleTimeoutMs: number
  /** How long a peer may take to read the last messages of a connection that is being closed. */
  closeTimeoutMs: number
  maxMessageBytes: number
  /** Commands are short; a longer one is an error. */
  maxCommandBytes: number
  maxBytesBeforePublish: number
  /** Of a publisher: both for a second of its media and for a second that passes. What it sends faster is read slower. */
  maxMediaBytesPerSecond: number
  /** What it may send at once, after its connection hung. */
  mediaBurstBytes: number
  /** Memory for incomplete messages on all chunk streams of a connection. */
  maxAssemblyBytes: number
  maxChunkStreams: number
  /** Chunks below `smallChunkBytes` per second: their cost is out of proportion to the data they carry. */
  maxSmallChunksPerSecond: number
  smallChunkBytes: number
  maxAmfDepth: number
  maxAmfValues: number
  maxStreamKeyLength: number
  maxEncoderNameLength: number
  /** Responses queued for a peer that does not read them. */
  maxUnsentBytes: number
}

export const defaultRtmpLimits: RtmpLimits = {
  maxConnections: 1000,
  maxUnpublishedPerAddress: 20,
  maxWrongKeysPerMinute: 10,
  wrongKeyPenaltyMs: 60_000,
  penalizedKeyIntervalMs: 20,
  handshakeTimeoutMs: 5_000,
  publishTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  closeTimeoutMs: 2_000,
  maxMessageBytes: 10 * 1024 * 1024,
  maxCommandBytes: 64 * 1024,
  maxBytesBeforePublish: 256 * 1024,
  // 50 Mbit/s: 4K at 60 frames a second.
  maxMediaBytesPerSecond: 6_250_000,
  mediaBurstBytes: 12_000_000,
  maxAssemblyBytes: 12_000_000,
  maxChunkStreams: 64,
  maxSmallChunksPerSecond: 50_000,
  smallChunkBytes: 64,
  maxAmfDepth: 32,
  maxAmfValues: 10_000,
  maxStreamKeyLength: 256,
  maxEncoderNameLength: 100,
  maxUnsentBytes: 256 * 1024,
}
