import { type Cipheriv, createCipheriv } from 'node:crypto'
import { readRuns, type SampleRun } from '../../fmp4/fragment-reader.ts'
import type { SegmentEncryption } from '../encryption.ts'

const blockBytes = 16

/**
 * A whole segment as it is recorded, made while its parts are published. The parts are plain only at that moment: later they would have to
 * be decrypted first. In CBC a message begins with the same bytes as a longer one, so those of the first part are used again.
 */
export class RecordedMessage {
  readonly #encryption: SegmentEncryption | undefined
  #cipher: Cipheriv | undefined
  #pieces: Uint8Array[] = []
  #runs: SampleRun[] = []
  #plainBytes = 0

  constructor(encryption: SegmentEncryption | undefined) {
    this.#encryption = encryption
  }

  /** `body` is the part as it is published. */
  add(plain: Uint8Array, body: Uint8Array): void {
    const base = this.#plainBytes
    for (const run of readRuns(plain)) this.#runs.push({ ...run, offset: base + run.offset })
    this.#plainBytes += plain.length
    if (this.#encryption === undefined) this.#pieces.push(body)
    else if (this.#cipher) this.#pieces.push(this.#cipher.update(plain))
    else this.#begin(this.#encryption, plain, body)
  }

  /** The bytes that are served for the whole segment, in pieces, and where its samples are. */
  end(): { pieces: readonly Uint8Array[]; runs: readonly SampleRun[] } {
    if (this.#cipher) this.#pieces.push(this.#cipher.final())
    return { pieces: this.#pieces, runs: this.#runs }
  }

  /** The last block of the part has its padding: from there on the message is another one. */
  #begin({ key, iv }: SegmentEncryption, plain: Uint8Array, body: Uint8Array): void {
    const sharedBytes = plain.length - (plain.length % blockBytes)
    const shared = body.subarray(0, sharedBytes)
    this.#cipher = createCipheriv('aes-128-cbc', key, sharedBytes > 0 ? shared.subarray(-blockBytes) : iv)
    this.#pieces.push(shared, this.#cipher.update(plain.subarray(sharedBytes)))
  }
}
