import { type Cipheriv, createCipheriv } from 'node:crypto'
import { type FragmentHead, fragmentHeads } from '../../fmp4/fragment-reader.ts'
import type { SegmentEncryption } from '../encryption.ts'

const blockBytes = 16

/**
 * A whole segment as it is recorded, made while its parts are published. The parts are plain only at that moment: later they would have to
 * be decrypted first. In CBC a message begins with the same bytes as a longer one, so those of the first part are used again.
 */
export class RecordedMessage {
  readonly #encryption: SegmentEncryption | undefined
  #cipher: Cipheriv | undefined
  readonly #pieces: Uint8Array[] = []
  /** Those of the pieces that nothing else refers to. */
  #own: Buffer<ArrayBuffer>[] = []
  readonly #heads: FragmentHead[] = []
  #plainBytes = 0

  constructor(encryption: SegmentEncryption | undefined) {
    this.#encryption = encryption
  }

  /** `body` is the part as it is published. */
  add(plain: Uint8Array, body: Uint8Array): void {
    for (const { content, start } of fragmentHeads(plain)) {
      // A view would keep all of the plain part in memory.
      this.#heads.push({ content: Buffer.from(content), start: this.#plainBytes + start })
    }
    this.#plainBytes += plain.length
    if (this.#encryption === undefined) this.#pieces.push(body)
    else if (this.#cipher) this.#push(this.#cipher.update(plain))
    else this.#begin(this.#encryption, plain, body)
  }

  /** The bytes that are served for the whole segment, in pieces, and where its samples are. */
  end(): { pieces: readonly Uint8Array[]; heads: readonly FragmentHead[]; release: () => void } {
    if (this.#cipher) this.#push(this.#cipher.final())
    return { pieces: this.#pieces, heads: this.#heads, release: () => this.#release() }
  }

  /** The last block of the part has its padding: from there on the message is another one. */
  #begin({ key, iv }: SegmentEncryption, plain: Uint8Array, body: Uint8Array): void {
    const sharedBytes = plain.length - (plain.length % blockBytes)
    const shared = body.subarray(0, sharedBytes)
    this.#cipher = createCipheriv('aes-128-cbc', key, sharedBytes > 0 ? shared.subarray(-blockBytes) : iv)
    this.#pieces.push(shared)
    this.#push(this.#cipher.update(plain.subarray(sharedBytes)))
  }

  #push(piece: Buffer<ArrayBuffer>): void {
    this.#pieces.push(piece)
    this.#own.push(piece)
  }

  /** Gives the memory back at once. As garbage it would make V8 collect more often, which costs more than the encryption. */
  #release(): void {
    // Of a buffer that shares its memory with others (Node's pool), the others would lose theirs.
    for (const { buffer, length } of this.#own) if (buffer.byteLength === length) buffer.transfer(0)
    this.#own = []
  }
}
