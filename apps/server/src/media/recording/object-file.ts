import { randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { encrypt } from '@waggle/media/hls/encryption'
import type { ClosedSegment } from '@waggle/media/hls/rendition/closed-segment'
import type { ObjectContents, RecordedInit, RecordedSegment } from '../../db/recordings/recorded-objects.ts'
import { bytesOf, encodeHead, type RecordFacts } from './object-format.ts'
import { type KeyOf, ObjectIndex } from './object-index.ts'
import { syncFolder } from './store/folder-store.ts'

/** A picture of a broadcast, and when it was taken, in milliseconds since 1970. */
export interface TakenPicture {
  jpeg: Uint8Array
  takenAtMs: number
}

interface Record {
  facts: RecordFacts
  body: readonly Uint8Array[]
}

/** An object that is being written. */
export class ObjectFile {
  readonly path: string
  readonly contents: ObjectContents = { inits: [], segments: [] }
  readonly #file: FileHandle
  readonly #index: ObjectIndex
  readonly #keyOf: KeyOf
  #bytes = 0

  private constructor(path: string, file: FileHandle, keyOf: KeyOf) {
    this.path = path
    this.#file = file
    this.#index = new ObjectIndex(keyOf)
    this.#keyOf = keyOf
  }

  static async create(path: string, keyOf: KeyOf): Promise<ObjectFile> {
    const file = await open(path, 'wx', 0o600)
    await syncFolder(dirname(path))
    return new ObjectFile(path, file, keyOf)
  }

  /** Size of everything that is written completely. */
  get bytes(): number {
    return this.#bytes
  }

  get durationS(): number {
    return this.contents.segments.reduce((sum, { durationS }) => sum + durationS, 0)
  }

  /** Resolves once the segment is on the disk. When it rejects, the file is as it was before, or has a rest that readers ignore. */
  async append(segment: ClosedSegment): Promise<void> {
    const { inits, segments } = this.contents
    const init = inits.some(({ number }) => number === segment.init.number) ? undefined : describeInit(segment)
    const facts = describeSegment(segment)
    const records: Record[] = init ? [{ facts: { init }, body: [segment.init.body] }] : []
    const places = await this.#write([...records, { facts: { segment: facts }, body: segment.pieces }])
    const [place, initPlace] = places.toReversed()
    if (init && initPlace) inits.push({ ...init, ...initPlace })
    if (place) segments.push({ ...facts, ...place })
    this.#index.add(segment)
  }

  /** Adds the picture and the index, and closes the file. */
  async close(picture: TakenPicture | undefined): Promise<void> {
    try {
      if (picture) await this.#addPicture(picture)
      const index = await this.#index.encode()
      if (index === undefined) return
      const [place] = await this.#write([{ facts: { index: index.facts }, body: [index.body] }])
      if (place) this.contents.index = { ...index.facts, ...place }
    } finally {
      await this.#file.close()
    }
  }

  async #addPicture({ jpeg, takenAtMs }: TakenPicture): Promise<void> {
    const keyNumber = keyNumberAt(takenAtMs)
    const iv = randomBytes(16)
    const facts = { takenAtMs, keyNumber, iv: iv.toString('hex') }
    const body = encrypt([jpeg], { keyNumber, key: this.#keyOf(keyNumber), iv })
    const [place] = await this.#write([{ facts: { picture: facts }, body: [body] }])
    if (place) this.contents.picture = { ...facts, ...place }
  }

  /** Returns where the bodies of the records are. */
  async #write(records: Record[]): Promise<{ offset: number; length: number }[]> {
    let position = this.#bytes
    const pieces: Uint8Array[] = []
    const places = records.map(({ facts, body }) => {
      const head = encodeHead(facts, body)
      pieces.push(head, ...body)
      const [offset, length] = [position + head.length, bytesOf(body)]
      position = offset + length
      return { offset, length }
    })
    await this.#writePieces(pieces)
    this.#bytes = position
    return places
  }

  async #writePieces(pieces: Uint8Array[]): Promise<void> {
    try {
      let position = this.#bytes
      for (let left = pieces; left.length > 0; ) {
        const { bytesWritten } = await this.#file.writev(left, position)
        position += bytesWritten
        left = after(left, bytesWritten)
      }
      await this.#file.datasync()
    } catch (error) {
      await this.#file.truncate(this.#bytes).catch(() => undefined)
      throw error
    }
  }
}

/** What is left of the pieces: one call may write less than it was asked to. */
function after(pieces: readonly Uint8Array[], writtenBytes: number): Uint8Array[] {
  let skippedBytes = writtenBytes
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(skippedBytes, piece.length))
    skippedBytes -= piece.length - rest.length
    return rest.length > 0 ? [rest] : []
  })
}

function describeInit({
  init,
  tracks: { video, audio },
  frameRate,
}: ClosedSegment): Omit<RecordedInit, 'offset' | 'length'> {
  return {
    number: init.number,
    ...(video && { video: video.codecString, width: video.width, height: video.height }),
    ...(video && frameRate !== undefined && { frameRate: Math.round(frameRate * 1000) / 1000 }),
    ...(audio && { audio: audio.codecString }),
  }
}

function describeSegment(segment: ClosedSegment): Omit<RecordedSegment, 'offset' | 'length'> {
  const { encryption } = segment
  if (encryption === undefined) throw new Error('only encrypted segments are recorded')
  return {
    sequence: segment.sequence,
    init: segment.init.number,
    isAfterDiscontinuity: segment.isAfterDiscontinuity,
    isIndependent: segment.isIndependent,
    durationS: segment.durationS,
    startedAtMs: segment.programDateTimeMs,
    keyNumber: encryption.keyNumber,
    iv: Buffer.from(encryption.iv).toString('hex'),
  }
}
