import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { BackupError } from '../backup-error.ts'
import { chunkBytes, formatVersion, lastChunkFlag } from './archive-writer.ts'
import type { BackupFile } from './places.ts'
import { createSeal, type Encryption, openEncryption, type Seal, tagBytes } from './seal.ts'

export interface ArchiveRecord {
  head: Record<string, unknown> & { kind: string }
  body: Buffer
}

const headerMaxBytes = 4096
/** A batch of rows; a writer makes them of about a megabyte. */
const recordMaxBytes = 256 * 1024 * 1024
const expand = promisify<Uint8Array, object, Buffer>(inflate)

/**
 * The records of a backup, one in memory at a time. Throws BackupError when it is none, is cut off or has been altered, or when the
 * passphrase is missing or wrong. Nothing that was altered is ever returned.
 */
export async function* readArchive(file: BackupFile, passphrase: string | undefined): AsyncGenerator<ArchiveRecord> {
  const source = new ByteSource(file.read())
  const line = await source.line(headerMaxBytes)
  const header = parseHeader(line, file.name)
  const seal = createSeal(line ?? Buffer.alloc(0), await keyOf(header.encryption, passphrase, file.name))
  const content = new ByteSource(openChunks(source, seal, file.name))
  for (;;) {
    const lengths = await content.take(8)
    if (lengths === undefined) return
    const [headLength, bodyLength] = [lengths.readUInt32BE(0), lengths.readUInt32BE(4)]
    if (headLength + bodyLength > recordMaxBytes) throw altered(file.name)
    const head = await content.take(headLength)
    const body = bodyLength === 0 ? Buffer.alloc(0) : await content.take(bodyLength)
    if (head === undefined || body === undefined) throw cutOff(file.name)
    const parsed = JSON.parse(head.toString('utf8'))
    yield {
      head: parsed,
      body: parsed.isCompressed ? await expand(body, { maxOutputLength: recordMaxBytes }) : body,
    }
  }
}

function parseHeader(line: Buffer | undefined, name: string): { encryption: Encryption | null } {
  let header: Record<string, unknown> = {}
  try {
    header = JSON.parse(line?.toString('utf8') ?? '')
  } catch {
    // It is explained below.
  }
  const version = header?.['waggle-backup']
  if (version === undefined) throw new BackupError(`${name} is no backup of Waggle`)
  if (version !== formatVersion) {
    throw new BackupError(
      `${name} has the format ${version}, and this Waggle reads ${formatVersion}: use a newer Waggle`,
    )
  }
  return { encryption: (header.encryption as Encryption | undefined) ?? null }
}

async function keyOf(encryption: Encryption | null, passphrase: string | undefined, name: string) {
  if (encryption === null) return undefined
  if (passphrase === undefined) {
    throw new BackupError(`${name} is encrypted: set WAGGLE_BACKUP_PASSPHRASE_FILE to a file with its passphrase`)
  }
  return openEncryption(encryption, passphrase, name)
}

async function* openChunks(source: ByteSource, seal: Seal, name: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const lengthBytes = await source.take(4)
    if (lengthBytes === undefined) throw cutOff(name)
    const word = lengthBytes.readUInt32BE()
    const isLast = word >= lastChunkFlag
    const length = isLast ? word - lastChunkFlag : word
    if (length < tagBytes || length > chunkBytes + tagBytes) throw altered(name)
    const sealed = await source.take(length)
    if (sealed === undefined) throw cutOff(name)
    const chunk = seal.open(sealed, number, isLast)
    if (chunk === undefined) throw altered(name)
    yield chunk
    if (!isLast) continue
    if ((await source.take(1)) !== undefined) throw altered(name)
    return
  }
}

const cutOff = (name: string) => new BackupError(`${name} is not complete: its end is missing`)
const altered = (name: string) => new BackupError(`${name} is damaged or has been altered: use another backup`)

/** Takes bytes in the sizes that a reader wants from a source that has them in its own. */
class ByteSource {
  readonly #iterator: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#iterator = source[Symbol.asyncIterator]()
  }

  /** Undefined when fewer are left. */
  async take(length: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [this.#rest]
    let bytes = this.#rest.length
    while (bytes < length) {
      const { value, done } = await this.#iterator.next()
      if (done) {
        this.#rest = Buffer.concat(parts)
        return undefined
      }
      parts.push(Buffer.from(value.buffer, value.byteOffset, value.length))
      bytes += value.length
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = all.subarray(length)
    return all.subarray(0, length)
  }

  /** The next line with its end; undefined when there is none of at most this length. */
  async line(maxBytes: number): Promise<Buffer | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n')
      if (end >= 0 && end < maxBytes) return this.take(end + 1)
      if (this.#rest.length >= maxBytes) return undefined
      const { value, done } = await this.#iterator.next()
      if (done) return undefined
      this.#rest = Buffer.concat([this.#rest, value])
    }
  }
}
