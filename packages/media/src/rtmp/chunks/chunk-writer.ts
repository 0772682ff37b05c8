import type { RtmpMessage } from './message.ts'

/** The chunk size until Set Chunk Size changes it (RTMP 1.0 section 5.4.1). */
export const defaultChunkSizeBytes = 128

/**
 * Encodes a message as a chunk with a full header (type 0) and continuations (type 3), with extended timestamps where needed
 * (RTMP 1.0 section 5.3.1). `chunkStreamId` is 2 to 63.
 */
export function encodeChunks(message: RtmpMessage, chunkStreamId: number, chunkSizeBytes: number): Buffer {
  const timestampMs = message.timestampMs >>> 0
  const isExtended = timestampMs >= 0xffffff
  const head = Buffer.alloc(12)
  head[0] = chunkStreamId
  head.writeUIntBE(isExtended ? 0xffffff : timestampMs, 1, 3)
  head.writeUIntBE(message.payload.length, 4, 3)
  head[7] = message.type
  head.writeUInt32LE(message.streamId, 8)
  const extended = Buffer.alloc(isExtended ? 4 : 0)
  if (isExtended) extended.writeUInt32BE(timestampMs)

  const parts: Uint8Array[] = [head, extended]
  for (let start = 0; start < message.payload.length; start += chunkSizeBytes) {
    if (start > 0) parts.push(Buffer.of(0xc0 | chunkStreamId), extended)
    parts.push(message.payload.subarray(start, start + chunkSizeBytes))
  }
  return Buffer.concat(parts)
}
