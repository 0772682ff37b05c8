import { ProtocolError } from '../protocol-error.ts'

/** What the messages of one connection hold together. */
export interface AssemblyMemory {
  heldBytes: number
  maxBytes: number
}

const firstStepBytes = 64 * 1024
const empty = Buffer.alloc(0)

/**
 * A message's payload as it arrives. A declared length is a promise of the peer, not a reason to allocate: memory follows
 * what has come in, in at most three steps (an eighth of the next one each), so that a message is copied little and old
 * and new buffer together stay within the connection's budget.
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

  /** Throws `ProtocolError` when the connection's budget is used up. */
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

  /** Gives the memory up and returns what was put together. */
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
