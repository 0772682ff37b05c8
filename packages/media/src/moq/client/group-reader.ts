import { dataTypes } from '../lite/stream-types.ts'
import { ByteReader } from '../wire/byte-reader.ts'
import { MoqError } from '../wire/moq-error.ts'

/** A frame of a group, in the order in which the frames are decoded. */
export interface ReceivedFrame {
  /** 0 for the frame that a group begins with. */
  index: number
  timestampUs: number
  /** Valid until the call that delivers it returns. */
  payload: Uint8Array
}

const maxFrameBytes = 16 * 1024 * 1024
const firstBufferBytes = 64 * 1024

/** Reads a stream that the server opened: a group of a subscription, frame by frame as they arrive, or something that is ignored. */
export class GroupReader {
  readonly #onFrame: (subscriptionId: number, frame: ReceivedFrame) => void
  #buffer = new Uint8Array(firstBufferBytes)
  #start = 0
  #end = 0
  #isIgnored = false
  #subscriptionId: number | undefined
  #timestampUs = 0
  #frames = 0

  constructor(onFrame: (subscriptionId: number, frame: ReceivedFrame) => void) {
    this.#onFrame = onFrame
  }

  /** What the group is for; undefined until that has arrived, and for what is no group. */
  get subscriptionId(): number | undefined {
    return this.#subscriptionId
  }

  /** Throws MoqError where the bytes are malformed. */
  push(bytes: Uint8Array): void {
    if (this.#isIgnored) return
    this.#append(bytes)
    if (this.#subscriptionId === undefined && !this.#readHead()) return
    while (this.#readFrame()) {}
    if (this.#start === this.#end) {
      this.#start = 0
      this.#end = 0
    }
  }

  #append(bytes: Uint8Array): void {
    const waiting = this.#end - this.#start
    if (this.#end + bytes.length > this.#buffer.length) {
      const isRoomy = waiting + bytes.length <= this.#buffer.length / 2
      const target = isRoomy ? this.#buffer : new Uint8Array(2 * (waiting + bytes.length))
      target.set(this.#buffer.subarray(this.#start, this.#end))
      this.#buffer = target
      this.#start = 0
      this.#end = waiting
    }
    this.#buffer.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** GROUP: the subscription that the group is for, and its number. False while it is incomplete. */
  #readHead(): boolean {
    const reader = this.#reader()
    const type = reader.tryVarint()
    if (type === undefined) return false
    if (type !== dataTypes.group) {
      this.#isIgnored = true
      return false
    }
    const bytes = reader.tryVarint()
    if (bytes === undefined || reader.remaining < bytes) return false
    const head = new ByteReader(reader.bytes(bytes))
    const subscriptionId = head.varint()
    head.varint()
    head.end()
    this.#subscriptionId = subscriptionId
    this.#start = this.#end - reader.remaining
    return true
  }

  #readFrame(): boolean {
    const reader = this.#reader()
    const step = reader.tryVarint()
    const bytes = reader.tryVarint()
    if (step === undefined || bytes === undefined) return false
    if (bytes > maxFrameBytes) throw new MoqError('a frame is too long')
    if (reader.remaining < bytes || this.#subscriptionId === undefined) return false
    this.#timestampUs += step % 2 === 0 ? step / 2 : -(step + 1) / 2
    const payload = reader.bytes(bytes)
    this.#start = this.#end - reader.remaining
    const frame = { index: this.#frames, timestampUs: this.#timestampUs, payload }
    this.#frames += 1
    this.#onFrame(this.#subscriptionId, frame)
    return true
  }

  #reader(): ByteReader {
    return new ByteReader(this.#buffer.subarray(this.#start, this.#end))
  }
}
