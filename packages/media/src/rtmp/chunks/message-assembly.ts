import { ProtocolError } from '../protocol-error.ts'

/** Memory of the incomplete messages of one connection. */
interface AssemblyMemory {
  heldBytes: number
  maxBytes: number
}

const firstStepBytes = 64 * 1024
const empty = Buffer.alloc(0)

/**
 * Assembles the payload of a message. The declared length is not trusted: memory grows with the received bytes, in at most three
 * steps (each an eighth of the next), so that little is copied, and old and new buffer together stay within the budget of the
 * connection.
 */
export class MessageAssembly {
  readonly #length: number
  readonly #memory: AssemblyMemory
  #buffer: Buffer = empty
  #receivedBytes = 0

  constructor(length: number, memory: AssemblyMemory) {
    this.#length = length
    this.#memory = memory
  }

  get missingBytes(): number {
    return this.#length - this.#receivedBytes
  }

  /** Throws `ProtocolError` when the budget of the connection is used up. */
  append(bytes: Uint8Array, start: number, count: number): void {
    const neededBytes = this.#receivedBytes + count
    if (neededBytes > this.#buffer.length) this.#grow(neededBytes)
    if (count < 16) {
      for (let index = 0; index < count; index++) this.#buffer[this.#receivedBytes + index] = bytes[start + index]!
    } else {
      this.#buffer.set(bytes.subarray(start, start + count), this.#receivedBytes)
    }
    this.#receivedBytes = neededBytes
  }

  /** Returns the payload received so far and no longer counts its memory. */
  release(): Uint8Array {
    this.#memory.heldBytes -= this.#buffer.length
    const buffer = this.#buffer
    this.#buffer = empty
    return buffer
  }

  #grow(neededBytes: number): void {
    const step = [64, 8].map((part) => Math.max(firstStepBytes, Math.ceil(this.#length / part)))
    const capacity = Math.min(this.#length, step.find((bytes) => bytes >= neededBytes) ?? this.#length)
    if (this.#memory.heldBytes + capacity > this.#memory.maxBytes) throw new ProtocolError('too much unfinished data')
    const buffer = Buffer.allocUnsafe(capacity)
    buffer.set(this.#buffer.subarray(0, this.#receivedBytes))
    this.#memory.heldBytes += capacity - this.#buffer.length
    this.#buffer = buffer
  }
}
