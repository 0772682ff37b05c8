import { MoqError } from '../wire/moq-error.ts'

/**
 * How many bytes the peer may send, on one stream or on all (RFC 9000 section 4.1). Received bytes are processed at once, so the
 * window moves on with them.
 */
export class ReceiveWindow {
  readonly #windowBytes: number
  #receivedBytes = 0
  #maxBytes: number

  constructor(windowBytes: number) {
    this.#windowBytes = windowBytes
    this.#maxBytes = windowBytes
  }

  get receivedBytes(): number {
    return this.#receivedBytes
  }

  /** Counts received bytes. Returns the new limit when the peer should be told of one. Throws MoqError beyond the limit. */
  take(bytes: number): number | undefined {
    this.#receivedBytes += bytes
    if (this.#receivedBytes > this.#maxBytes) throw new MoqError('more bytes than allowed')
    if (this.#maxBytes - this.#receivedBytes >= this.#windowBytes / 2) return undefined
    this.#maxBytes = this.#receivedBytes + this.#windowBytes
    return this.#maxBytes
  }
}
