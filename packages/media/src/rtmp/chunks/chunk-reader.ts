import type { RtmpLimits } from '../limits.ts'
import { ProtocolError } from '../protocol-error.ts'
import { defaultChunkSizeBytes } from './chunk-writer.ts'
import { messageTypes, type RtmpMessage } from './message.ts'
import { MessageAssembly } from './message-assembly.ts'

interface ChunkReaderOptions {
  limits: RtmpLimits
  onMessage(message: RtmpMessage): void
  /** Milliseconds of a clock that never goes back. */
  now: () => number
}

/**
 * Assembles messages from bytes that may be split anywhere (RTMP 1.0 section 5.3). It handles Set Chunk Size and Abort itself and
 * passes every other message to `onMessage`. `read` throws `ProtocolError`; the reader cannot be used after that.
 */
interface ChunkReader {
  read(bytes: Uint8Array): void
  /** Memory of the incomplete messages. */
  readonly heldBytes: number
}

interface ChunkStream {
  timestampMs: number
  /** Delta for a message without one in its header: the last delta or, after a full header, its timestamp. */
  deltaMs: number
  hasExtendedTimestamp: boolean
  length: number
  type: number
  streamId: number
  assembly: MessageAssembly | undefined
}

/** Basic header 3, message header 11, extended timestamp 4. */
const maxHeaderBytes = 18
const messageHeaderBytes = [11, 7, 3, 0] as const
const extendedMark = 0xffffff
const needMore = -1

export function createChunkReader(options: ChunkReaderOptions): ChunkReader {
  const { limits, now } = options
  const streams = new Map<number, ChunkStream>()
  const memory = { heldBytes: 0, maxBytes: limits.maxAssemblyBytes }
  /** The start of a header that has not arrived completely. */
  const partialHeader = new Uint8Array(maxHeaderBytes)
  let partialHeaderBytes = 0
  let chunkSizeBytes = defaultChunkSizeBytes
  let current: ChunkStream | undefined
  let chunkBytesLeft = 0
  let smallChunks = 0
  let secondStartMs = now()

  function read(bytes: Uint8Array): void {
    const nowMs = now()
    if (nowMs - secondStartMs >= 1000) {
      secondStartMs = nowMs
      smallChunks = 0
    }
    consume(bytes)
  }

  function consume(bytes: Uint8Array): void {
    let position = 0
    while (position < bytes.length) {
      if (current) {
        const count = Math.min(chunkBytesLeft, bytes.length - position)
        current.assembly!.append(bytes, position, count)
        position += count
        chunkBytesLeft -= count
        if (chunkBytesLeft === 0) endChunk(current)
      } else if (partialHeaderBytes === 0) {
        const used = readHeader(bytes, position, bytes.length)
        if (used === needMore) {
          partialHeader.set(bytes.subarray(position))
          partialHeaderBytes = bytes.length - position
          return
        }
        position += used
      } else {
        position = continueHeader(bytes, position)
      }
    }
  }

  /** Completes a header that was split between two reads. Returns the position after it. */
  function continueHeader(bytes: Uint8Array, position: number): number {
    const before = partialHeaderBytes
    const added = Math.min(maxHeaderBytes - before, bytes.length - position)
    partialHeader.set(bytes.subarray(position, position + added), before)
    const used = readHeader(partialHeader, 0, before + added)
    if (used === needMore) {
      partialHeaderBytes = before + added
      return position + added
    }
    partialHeaderBytes = 0
    if (used >= before) return position + used - before
    // Bytes that looked like a repeated extended timestamp were payload: consume them as such.
    consume(partialHeader.slice(used, before))
    return position
  }

  /** Returns the bytes of the header at `start`, or `needMore`. */
  function readHeader(bytes: Uint8Array, start: number, end: number): number {
    const format = bytes[start]! >> 6
    let id = bytes[start]! & 0x3f
    const basicBytes = id === 0 ? 2 : id === 1 ? 3 : 1
    let size = basicBytes + messageHeaderBytes[format as 0 | 1 | 2 | 3]
    if (start + size > end) return needMore
    if (id === 0) id = 64 + bytes[start + 1]!
    else if (id === 1) id = 64 + bytes[start + 1]! + bytes[start + 2]! * 256
    const stream = streams.get(id) ?? openStream(id, format)

    if (format === 3) {
      if (stream.hasExtendedTimestamp) {
        const extra = repeatedTimestampBytes(stream, bytes, start + size, end)
        if (extra === needMore) return needMore
        size += extra
      }
      if (!stream.assembly) beginMessage(stream, (stream.timestampMs + stream.deltaMs) >>> 0)
    } else {
      const at = start + basicBytes
      let timestampMs = readUint24(bytes, at)
      const isExtended = timestampMs === extendedMark
      if (isExtended) {
        if (start + size + 4 > end) return needMore
        timestampMs = readUint32(bytes, start + size)
        size += 4
      }
      stream.hasExtendedTimestamp = isExtended
      if (format < 2) {
        stream.length = readUint24(bytes, at + 3)
        stream.type = bytes[at + 6]!
        if (stream.length > limits.maxMessageBytes) throw new ProtocolError('message too long')
      }
      if (format === 0) {
        stream.streamId =
          bytes[at + 7]! + bytes[at + 8]! * 0x100 + bytes[at + 9]! * 0x10000 + bytes[at + 10]! * 0x1000000
      }
      stream.deltaMs = timestampMs
      beginMessage(stream, format === 0 ? timestampMs : (stream.timestampMs + timestampMs) >>> 0)
    }
    beginChunk(stream)
    return size
  }

  function openStream(id: number, format: number): ChunkStream {
    // librtmp starts its control stream with a type 1 header. Types 2 and 3 refer to an earlier header.
    if (format > 1) throw new ProtocolError('chunk stream begins without a header')
    if (streams.size >= limits.maxChunkStreams) throw new ProtocolError('too many chunk streams')
    const stream: ChunkStream = {
      timestampMs: 0,
      deltaMs: 0,
      hasExtendedTimestamp: false,
      length: 0,
      type: 0,
      streamId: 0,
      assembly: undefined,
    }
    streams.set(id, stream)
    return stream
  }

  /** Starts a message. An incomplete one on the same chunk stream is discarded. */
  function beginMessage(stream: ChunkStream, timestampMs: number): void {
    stream.assembly?.release()
    stream.timestampMs = timestampMs
    stream.assembly = new MessageAssembly(stream.length, memory)
  }

  function beginChunk(stream: ChunkStream): void {
    chunkBytesLeft = Math.min(chunkSizeBytes, stream.assembly!.missingBytes)
    if (chunkBytesLeft < limits.smallChunkBytes) {
      smallChunks += 1
      if (smallChunks > limits.maxSmallChunksPerSecond) throw new ProtocolError('too many small chunks')
    }
    if (chunkBytesLeft === 0) endChunk(stream)
    else current = stream
  }

  function endChunk(stream: ChunkStream): void {
    current = undefined
    if (stream.assembly!.missingBytes > 0) return
    const payload = stream.assembly!.release()
    stream.assembly = undefined
    const { type, streamId, timestampMs } = stream
    if (type === messageTypes.setChunkSize) setChunkSize(payload)
    else if (type === messageTypes.abort) abort(payload)
    else options.onMessage({ type, streamId, timestampMs, payload })
  }

  /** Section 5.4.1. Sizes larger than any message are legal and harmless, because nothing is allocated by chunk size. */
  function setChunkSize(payload: Uint8Array): void {
    if (payload.length < 4) throw new ProtocolError('chunk size ends early')
    const size = readUint32(payload, 0)
    if (size < 1 || size > 0x7fffffff) throw new ProtocolError('chunk size out of range')
    chunkSizeBytes = size
  }

  /** Section 5.4.2: "discard the partially received message over a chunk stream". */
  function abort(payload: Uint8Array): void {
    if (payload.length < 4) throw new ProtocolError('abort ends early')
    const stream = streams.get(readUint32(payload, 0))
    stream?.assembly?.release()
    if (stream) stream.assembly = undefined
  }

  return {
    read,
    get heldBytes() {
      return memory.heldBytes
    },
  }
}

/**
 * Section 5.3.1.3: a type 3 chunk repeats the extended timestamp of the header that it refers to. Some senders omit it, and some
 * repeat the absolute time instead of the delta. Four bytes count as a timestamp only when they equal one of the two. Returns 4, 0,
 * or `needMore` while too few bytes have arrived to decide.
 */
function repeatedTimestampBytes(stream: ChunkStream, bytes: Uint8Array, start: number, end: number): number {
  const available = Math.min(4, end - start)
  const matches = (value: number): boolean => {
    for (let index = 0; index < available; index++) {
      if (bytes[start + index] !== ((value >>> (24 - 8 * index)) & 0xff)) return false
    }
    return true
  }
  if (!matches(stream.deltaMs) && !matches(stream.timestampMs)) return 0
  return available === 4 ? 4 : needMore
}

function readUint24(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
}

function readUint32(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}
