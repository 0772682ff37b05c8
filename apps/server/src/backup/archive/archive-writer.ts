import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { BackupSink } from './places.ts'
import { createSeal, newEncryption } from './seal.ts'

/** What is read from the disk and sealed at once: the memory that a backup takes, however large it is. */
export const chunkBytes = 1024 * 1024
export const formatVersion = 1
export const lastChunkFlag = 0x8000_0000

const compress = promisify<Uint8Array, object, Buffer>(deflate)

/**
 * A backup: one line of JSON, then sealed chunks, each with its length before it; the highest bit of the length marks the last one. What
 * is in the chunks is a sequence of records: a head as JSON and a body, each with its length.
 */
export class ArchiveWriter {
  readonly #sink: BackupSink
  readonly #seal: ReturnType<typeof createSeal>
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #number = 0

  private constructor(sink: BackupSink, seal: ReturnType<typeof createSeal>) {
    this.#sink = sink
    this.#seal = seal
  }

  static async open(sink: BackupSink, passphrase: string | undefined): Promise<ArchiveWriter> {
    const encrypted = passphrase === undefined ? undefined : await newEncryption(passphrase)
    const line = { 'waggle-backup': formatVersion, encryption: encrypted?.encryption ?? null }
    const header = Buffer.from(`${JSON.stringify(line)}\n`)
    await sink.write(header)
    return new ArchiveWriter(sink, createSeal(header, encrypted?.key))
  }

  /** Text is compressed; media is not. */
  async write(head: object, body: Uint8Array | string = ''): Promise<void> {
    const isText = typeof body === 'string'
    const bytes = isText ? await compress(Buffer.from(body), { level: 3 }) : body
    const headBytes = Buffer.from(JSON.stringify(isText && body !== '' ? { ...head, isCompressed: true } : head))
    const lengths = Buffer.alloc(8)
    lengths.writeUInt32BE(headBytes.length, 0)
    const bodyBytes = isText && body === '' ? Buffer.alloc(0) : bytes
    lengths.writeUInt32BE(bodyBytes.length, 4)
    this.#waiting.push(lengths, headBytes, Buffer.from(bodyBytes))
    this.#waitingBytes += lengths.length + headBytes.length + bodyBytes.length
    if (this.#waitingBytes >= chunkBytes) await this.#flush()
  }

  async finish(): Promise<void> {
    await this.#flush()
    await this.#writeChunk(Buffer.alloc(0), true)
  }

  async #flush(): Promise<void> {
    const all = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    for (let from = 0; from < all.length; from += chunkBytes) {
      await this.#writeChunk(all.subarray(from, from + chunkBytes), false)
    }
  }

  async #writeChunk(chunk: Uint8Array, isLast: boolean): Promise<void> {
    const sealed = this.#seal.seal(chunk, this.#number, isLast)
    this.#number += 1
    const length = Buffer.alloc(4)
    length.writeUInt32BE(isLast ? sealed.length + lastChunkFlag : sealed.length)
    await this.#sink.write(Buffer.concat([length, sealed]))
  }
}
