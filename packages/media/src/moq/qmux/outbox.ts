import { streamHeadBytes, writeStreamHead } from './control-frames.ts'
import { maxRecordBytes } from './frame-types.ts'
import type { SendStream } from './streams.ts'
import type { Transport } from './transport.ts'
import { frameHeadBytes, writeFrameHead } from './web-socket-frame.ts'

/** Up to this size, copying data behind its head costs less than writing two buffers. */
const copiedBytes = 2048

/** Collects what is sent to one viewer until it is flushed, as WebSocket messages of one frame each. */
export class Outbox {
  readonly #transport: Transport
  #chunks: Uint8Array[] = []
  #bytes = 0

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Adds a frame as a message of its own. */
  addMessage(frame: Uint8Array): void {
    const headBytes = frameHeadBytes(frame.length)
    const message = Buffer.allocUnsafe(headBytes + frame.length)
    message.set(frame, writeFrameHead(message, 0, frame.length))
    this.#add(message)
  }

  addStreamEnd(stream: SendStream): void {
    const bytes = streamHeadBytes(stream.id, stream.sentBytes, 0)
    const message = Buffer.allocUnsafe(frameHeadBytes(bytes) + bytes)
    writeStreamHead(message, writeFrameHead(message, 0, bytes), {
      id: stream.id,
      offset: stream.sentBytes,
      dataBytes: 0,
      isLast: true,
    })
    this.#add(message)
  }

  /** Adds at most `wanted` bytes of `head` followed by `data`, from the offset `from` on. Returns how many fit into one frame. */
  addStreamData(stream: SendStream, head: Uint8Array, data: Uint8Array, from: number, wanted: number): number {
    const longestHead = streamHeadBytes(stream.id, stream.sentBytes, maxRecordBytes)
    const count = Math.min(wanted, maxRecordBytes - longestHead)
    const frameBytes = streamHeadBytes(stream.id, stream.sentBytes, count) + count
    const ofHead = Math.min(count, Math.max(0, head.length - from))
    const dataFrom = Math.max(0, from - head.length)
    const dataBytes = count - ofHead
    const isCopied = dataBytes <= copiedBytes
    const ownBytes = frameHeadBytes(frameBytes) + frameBytes - (isCopied ? 0 : dataBytes)
    const own = Buffer.allocUnsafe(ownBytes)
    let offset = writeFrameHead(own, 0, frameBytes)
    offset = writeStreamHead(own, offset, { id: stream.id, offset: stream.sentBytes, dataBytes: count, isLast: false })
    if (ofHead > 0) {
      own.set(head.subarray(from, from + ofHead), offset)
      offset += ofHead
    }
    const part = data.subarray(dataFrom, dataFrom + dataBytes)
    if (isCopied) own.set(part, offset)
    this.#add(own)
    if (!isCopied) this.#add(part)
    return count
  }

  flush(): void {
    if (this.#chunks.length === 0) return
    const chunks = this.#chunks
    this.#chunks = []
    this.#bytes = 0
    this.#transport.write(chunks)
  }

  #add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
  }
}
