import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ClosedSegment } from '@waggle/media/hls/rendition/closed-segment'
import type { ObjectContents, RecordedInit, RecordedSegment } from '../../db/recordings/recorded-objects.ts'
import { encodeHead, type RecordFacts } from './object-format.ts'
import { syncFolder } from './store/folder-store.ts'

/** An object that is being written. */
export class ObjectFile {
  readonly path: string
  readonly contents: ObjectContents = { inits: [], segments: [] }
  readonly #file: FileHandle
  #bytes = 0

  private constructor(path: string, file: FileHandle) {
    this.path = path
    this.#file = file
  }

  static async create(path: string): Promise<ObjectFile> {
    const file = await open(path, 'wx', 0o600)
    await syncFolder(dirname(path))
    return new ObjectFile(path, file)
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
    const pieces: Uint8Array[] = []
    let end = this.#bytes
    const add = <Facts extends RecordFacts>(facts: Facts, body: Uint8Array) => {
      const head = encodeHead(facts, body)
      pieces.push(head, body)
      const offset = end + head.length
      end = offset + body.length
      return { offset, length: body.length }
    }
    const recordedInit = init && { ...init, ...add({ init }, segment.init.body) }
    const facts = describeSegment(segment)
    const recordedSegment = { ...facts, ...add({ segment: facts }, segment.body()) }
    await this.#write(pieces)
    this.#bytes = end
    if (recordedInit) inits.push(recordedInit)
    segments.push(recordedSegment)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async #write(pieces: Uint8Array[]): Promise<void> {
    try {
      let position = this.#bytes
      for (const piece of pieces) {
        // One call may write less than it was asked to.
        for (let done = 0; done < piece.length; ) {
          const { bytesWritten } = await this.#file.write(piece, done, piece.length - done, position)
          done += bytesWritten
          position += bytesWritten
        }
      }
      await this.#file.datasync()
    } catch (error) {
      await this.#file.truncate(this.#bytes).catch(() => undefined)
      throw error
    }
  }
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
