import { ByteReader } from './byte-reader.ts'
import { MoqError } from './moq-error.ts'

/** Collects the bytes of a stream that a viewer opened, and takes whole messages from them. */
export class MessageBuffer {
  readonly #maxMessageBytes: number
  #bytes = new Uint8Array(0)

  constructor(maxMessageBytes: number) {
    this.#maxMessageBytes = maxMessageBytes
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0
  }

  push(bytes: Uint8Array): void {
    // Bytes of finished messages are taken at once, so what is left is less than a message.
    if (this.#bytes.length + bytes.length > 2 * this.#maxMessageBytes) throw new MoqError('too many bytes of a stream')
    const joined = new Uint8Array(this.#bytes.length + bytes.length)
    joined.set(this.#bytes)
    joined.set(bytes, this.#bytes.length)
    this.#bytes = joined
  }

  /** Drops what has arrived. */
  clear(): void {
    this.#bytes = new Uint8Array(0)
  }

  /** Takes a variable-length integer; undefined while it is incomplete. */
  takeVarint(): number | undefined {
    const length = this.#varintLength()
    if (length === undefined) return undefined
    const value = new ByteReader(this.#bytes.subarray(0, length)).varint()
    this.#bytes = this.#bytes.subarray(length)
    return value
  }

  /** Takes a message that stands behind its size; undefined while it is incomplete. */
  takeMessage(): ByteReader | undefined {
    const sizeLength = this.#varintLength()
    if (sizeLength === undefined) return undefined
    const size = new ByteReader(this.#bytes.subarray(0, sizeLength)).varint()
    if (size > this.#maxMessageBytes) throw new MoqError('a message is too long')
    if (this.#bytes.length < sizeLength + size) return undefined
    const body = this.#bytes.subarray(sizeLength, sizeLength + size)
    this.#bytes = this.#bytes.subarray(sizeLength + size)
    return new ByteReader(body)
  }

  #varintLength(): number | undefined {
    const [first] = this.#bytes
    if (first === undefined) return undefined
    const length = 1 << (first >> 6)
    return this.#bytes.length < length ? undefined : length
  }
}
