import { streamHeadBytes, writeStreamHead } from './control-frames.ts'
import { maxRecordBytes } from './frame-types.ts'
import type { Role, SendStream } from './streams.ts'
import type { Transport } from './transport.ts'
import { frameHeadBytes, maskPayload, writeFrameHead } from './web-socket-frame.ts'

/** Up to this size, copying data behind its head costs less than writing two buffers. */
const copiedBytes = 2048

/** Collects what is sent to the peer until it is flushed, as WebSocket messages of one frame each. */
export class Outbox {
  readonly #transport: Transport
  readonly #role: Role
  #chunks: Uint8Array[] = []
  #bytes = 0

  constructor(transport: Transport, role: Role) {
    this.#transport = transport
    this.#role = role
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Adds a frame as a message of its own. */
  addMessage(frame: Uint8Array): void {
    const message = Buffer.allocUnsafe(frameHeadBytes(frame.length, this.#role) + frame.length)
    const payloadAt = writeFrameHead(message, 0, frame.length, this.#role)
    message.set(frame, payloadAt)
    this.#addWhole(message, payloadAt)
  }

  addStreamEnd(stream: SendStream): void {
    const { id, sentBytes: offset } = stream
    const frame = Buffer.allocUnsafe(streamHeadBytes(id, offset, 0))
    writeStreamHead(frame, 0, { id, offset, dataBytes: 0, isLast: true })
    this.addMessage(frame)
  }

  /** Adds at most `wanted` bytes of `head` followed by `data`, from the offset `from` on. Returns how many fit into one frame. */
  addStreamData(stream: SendStream, head: Uint8Array, data: Uint8Array, from: number, wanted: number): number {
    const longestHead = streamHeadBytes(stream.id, stream.sentBytes, maxRecordBytes)
    const count = Math.min(wanted, maxRecordBytes - longestHead)
    const frameBytes = streamHeadBytes(stream.id, stream.sentBytes, count) + count
    const ofHead = Math.min(count, Math.max(0, head.length - from))
    const dataFrom = Math.max(0, from - head.length)
    const dataBytes = count - ofHead
    // A client masks what it sends, and the data is shared.
    const isCopied = dataBytes <= copiedBytes || this.#role === 'client'
    const ownBytes = frameHeadBytes(frameBytes, this.#role) + frameBytes - (isCopied ? 0 : dataBytes)
    const own = Buffer.allocUnsafe(ownBytes)
    const payloadAt = writeFrameHead(own, 0, frameBytes, this.#role)
    let offset = writeStreamHead(own, payloadAt, {
      id: stream.id,
      offset: stream.sentBytes,
      dataBytes: count,
      isLast: false,
    })
    if (ofHead > 0) {
      own.set(head.subarray(from, from + ofHead), offset)
      offset += ofHead
    }
    const part = data.subarray(dataFrom, dataFrom + dataBytes)
    if (isCopied) {
      own.set(part, offset)
      this.#addWhole(own, payloadAt)
    } else {
      this.#add(own)
      this.#add(part)
    }
    return count
  }

  flush(): void {
    if (this.#chunks.length === 0) return
    const chunks = this.#chunks
    this.#chunks = []
    this.#bytes = 0
    this.#transport.write(chunks)
  }

  #addWhole(message: Uint8Array, payloadAt: number): void {
    if (this.#role === 'client') maskPayload(message, payloadAt)
    this.#add(message)
  }

  #add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
  }
}
