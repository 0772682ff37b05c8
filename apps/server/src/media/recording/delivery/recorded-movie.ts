import { type MovieTrack, readRuns, readTracks, type SampleRun } from '@waggle/media/fmp4/fragment-reader'
import { decrypt } from '@waggle/media/hls/encryption'
import { type MediaRange, mediaOf, ProgressiveMovie } from '@waggle/media/mp4/progressive-movie'
import type { RecordedObject, RecordedSegment } from '../../../db/recordings/recorded-objects.ts'
import { type KeyOf, readIndex } from '../object-index.ts'
import type { ByteRange, ObjectBytes } from '../store/recording-store.ts'

/** A recorded broadcast as one MP4 file. */
export interface RecordedMovie {
  /** Size of the file. */
  bytes: number
  /** The file from a byte on. Rejects when the recording is deleted meanwhile. */
  read(fromByte: number): AsyncGenerator<Uint8Array>
}

/** A segment and what of it is media. */
interface Piece {
  object: RecordedObject
  segment: RecordedSegment
  ranges: MediaRange[]
}

interface Source {
  read(object: RecordedObject, range: ByteRange): Promise<ObjectBytes | undefined>
  keyOf: KeyOf
}

/** A segment as a file that can be decoded. */
export async function openSegment(
  object: RecordedObject,
  segment: RecordedSegment,
  source: Source,
): Promise<Uint8Array> {
  const init = object.contents.inits.find(({ number }) => number === segment.init)
  if (init === undefined) throw new Error('an object has the initialisation segments of its segments')
  return Buffer.concat([await readRange(object, init, source), await readSegment(object, segment, source)])
}

/**
 * The movie of the wanted segments of one rendition, in their order. The media is decrypted as it is read: only the list of its samples is in
 * memory.
 */
export async function openRecordedMovie(
  objects: readonly RecordedObject[],
  source: Source & { isWanted(segment: RecordedSegment): boolean },
): Promise<RecordedMovie> {
  const { isWanted } = source
  const movie = new ProgressiveMovie()
  const pieces: Piece[] = []
  let before: RecordedSegment | undefined
  for (const object of objects) {
    const tracks = await readInits(object, source)
    const runs = await readSamples(object, source, isWanted)
    object.contents.segments.forEach((segment, index) => {
      if (!isWanted(segment)) return
      const isAfterBreak =
        segment.isAfterDiscontinuity ||
        segment.sequence !== (before?.sequence ?? 0) + 1 ||
        segment.init !== before?.init
      const part = { tracks: tracks.get(segment.init) ?? [], runs: runs[index] ?? [], isAfterBreak }
      pieces.push({ object, segment, ranges: movie.add(part) })
      before = segment
    })
  }
  const head = movie.head()
  return {
    bytes: head.length + movie.mediaBytes,
    async *read(fromByte) {
      let position = head.length
      if (fromByte < head.length) yield head.subarray(fromByte)
      for (const { object, segment, ranges } of pieces) {
        const length = ranges.reduce((sum, range) => sum + range.length, 0)
        position += length
        if (position <= fromByte) continue
        const media = Buffer.concat(mediaOf(await readSegment(object, segment, source), ranges))
        const skipped = Math.max(0, fromByte - (position - length))
        yield media.subarray(skipped)
      }
    },
  }
}

/** By number. */
async function readInits(object: RecordedObject, source: Source): Promise<Map<number, MovieTrack[]>> {
  const inits = object.contents.inits.map(
    async (init) => [init.number, readTracks(await readRange(object, init, source))] as const,
  )
  return new Map(await Promise.all(inits))
}

/**
 * The samples of each segment, from the index. Where a crash has prevented it, or a cut (media/recording/store/cut-objects.ts) has just
 * written over it, those of the wanted segments are read from themselves.
 */
async function readSamples(
  object: RecordedObject,
  source: Source,
  isWanted: (segment: RecordedSegment) => boolean,
): Promise<SampleRun[][]> {
  const { index, segments } = object.contents
  const indexed = index && (await readIndex(await readRange(object, index, source), index, source.keyOf))
  if (indexed) return indexed
  const runs: SampleRun[][] = []
  for (const segment of segments)
    runs.push(isWanted(segment) ? readRuns(await readSegment(object, segment, source)) : [])
  return runs
}

async function readSegment(object: RecordedObject, segment: RecordedSegment, source: Source): Promise<Uint8Array> {
  const { keyNumber, iv } = segment
  const body = await readRange(object, segment, source)
  return decrypt(body, { keyNumber, key: source.keyOf(keyNumber), iv: Buffer.from(iv, 'hex') })
}

async function readRange(object: RecordedObject, { offset, length }: ByteRange, source: Source): Promise<Uint8Array> {
  const found = await source.read(object, { offset, length })
  if (found === undefined) throw new Error('the recording has been deleted')
  return found.bytes
}
