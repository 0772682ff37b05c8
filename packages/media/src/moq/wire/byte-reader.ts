import { MoqError } from './moq-error.ts'
import { maxVarint } from './varint.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads the fields of received bytes in order. Every method throws MoqError where the bytes end early. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset
  }

  byte(): number {
    this.#need(1)
    const value = this.#bytes[this.#offset] ?? 0
    this.#offset += 1
    return value
  }

  /** A variable-length integer (RFC 9000 section 16). Values of more than 53 bits are read as 2^53 - 1. */
  varint(): number {
    const value = this.longVarint()
    return value > BigInt(maxVarint) ? maxVarint : Number(value)
  }

  /** The same; undefined, and nothing is read, while it is incomplete. */
  tryVarint(): number | undefined {
    const first = this.#bytes[this.#offset]
    return first === undefined || this.remaining < 1 << (first >> 6) ? undefined : this.varint()
  }

  /** A variable-length integer with all of its 62 bits. */
  longVarint(): bigint {
    this.#need(1)
    const length = 1 << ((this.#bytes[this.#offset] ?? 0) >> 6)
    this.#need(length)
    let value = BigInt((this.#bytes[this.#offset] ?? 0) & 0x3f)
    for (let index = 1; index < length; index += 1) {
      value = value * 256n + BigInt(this.#bytes[this.#offset + index] ?? 0)
    }
    this.#offset += length
    return value
  }

  bytes(length: number): Uint8Array {
    this.#need(length)
    const part = this.#bytes.subarray(this.#offset, this.#offset + length)
    this.#offset += length
    return part
  }

  /** A text behind its length in bytes. */
  text(): string {
    const bytes = this.bytes(this.varint())
    try {
      return utf8.decode(bytes)
    } catch {
      throw new MoqError('a text is not UTF-8')
    }
  }

  /** A byte that is 0 or 1. */
  flag(): boolean {
    const value = this.byte()
    if (value > 1) throw new MoqError('a flag is neither 0 nor 1')
    return value === 1
  }

  /** Throws when fields are left over. */
  end(): void {
    if (this.remaining > 0) throw new MoqError('a message is longer than its fields')
  }

  #need(length: number): void {
    if (this.remaining < length) throw new MoqError('a message ends early')
  }
}
