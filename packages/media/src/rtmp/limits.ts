/** What one connection, one address and the whole server may use. */
export interface RtmpLimits {
  maxConnections: number
  /** Connections of one address that do not publish (yet). An IPv6 address counts with its /64. */
  maxUnpublishedPerAddress: number
  /** Wrong stream keys of one address within a minute before it has to wait for `wrongKeyPenaltyMs`. */
  maxWrongKeysPerMinute: number
  wrongKeyPenaltyMs: number
  handshakeTimeoutMs: number
  /** From the end of the handshake to the accepted `publish`, the check of the key included. */
  publishTimeoutMs: number
  /** A publisher that sends no byte for this long is gone. */
  idleTimeoutMs: number
  /** How long a connection being closed may take to read its last words. */
  closeTimeoutMs: number
  maxMessageBytes: number
  /** Commands are short; a longer one is no command. */
  maxCommandBytes: number
  maxBytesBeforePublish: number
  /** Memory for messages being put together, of all chunk streams of a connection. */
  maxAssemblyBytes: number
  maxChunkStreams: number
  /** Chunks below `smallChunkBytes` in one second: what they cost is out of proportion to what they carry. */
  maxSmallChunksPerSecond: number
  smallChunkBytes: number
  maxAmfDepth: number
  maxAmfValues: number
  maxStreamKeyLength: number
  maxEncoderNameLength: number
  /** Answers waiting for a peer that does not read them. */
  maxUnsentBytes: number
}

export const defaultRtmpLimits: RtmpLimits = {
  maxConnections: 1000,
  maxUnpublishedPerAddress: 20,
  maxWrongKeysPerMinute: 10,
  wrongKeyPenaltyMs: 60_000,
  handshakeTimeoutMs: 5_000,
  publishTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  closeTimeoutMs: 2_000,
  maxMessageBytes: 10 * 1024 * 1024,
  maxCommandBytes: 64 * 1024,
  maxBytesBeforePublish: 256 * 1024,
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
