import { type MovieTrack, readRuns, readTracks, type SampleRun } from '@waggle/media/fmp4/fragment-reader'
import { decrypt } from '@waggle/media/hls/encryption'
import { type MediaRange, mediaOf, ProgressiveMovie } from '@waggle/media/mp4/progressive-movie'
import {
  listRecordedObjects,
  type RecordedObject,
  type RecordedSegment,
} from '../../../db/recordings/recorded-objects.ts'
import { hlsKey } from '../../../lib/hls-keys.ts'
import type { MediaContext } from '../../context.ts'
import { type KeyOf, readIndex } from '../object-index.ts'
import { objectKey } from '../object-name.ts'
import type { ByteRange, RecordingStore } from '../store/recording-store.ts'

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

type Store = Pick<RecordingStore, 'read'>

/** Undefined where there is no such rendition. The media is decrypted as it is read: only the list of its samples is in memory. */
export async function openRecordedMovie(
  { db, secrets }: Pick<MediaContext, 'db' | 'secrets'>,
  store: Store,
  streamId: string,
  rendition: string,
): Promise<RecordedMovie | undefined> {
  const keyOf = (keyNumber: number) => hlsKey(secrets.hlsKeys, streamId, keyNumber)
  const all = await listRecordedObjects(db, streamId)
  const objects = all.filter((object) => object.rendition === rendition)
  if (objects.length === 0) return undefined
  const movie = new ProgressiveMovie()
  const pieces: Piece[] = []
  let before: RecordedSegment | undefined
  for (const object of objects) {
    const tracks = await readInits(store, object)
    const runs = await readSamples(store, object, keyOf)
    object.contents.segments.forEach((segment, index) => {
      const isAfterBreak =
        segment.isAfterDiscontinuity ||
        segment.sequence !== (before?.sequence ?? 0) + 1 ||
        segment.init !== before?.init
      const part = { tracks: tracks.get(segment.init) ?? [], runs: runs[index] ?? [], isAfterBreak }
      pieces.push({ object, segment, ranges: movie.add(part) })
      before = segment
    })
  }
  const headBytes = movie.head().length
  return {
    bytes: headBytes + movie.mediaBytes,
    async *read(fromByte) {
      let position = headBytes
      if (fromByte < headBytes) yield movie.head().subarray(fromByte)
      for (const { object, segment, ranges } of pieces) {
        const length = ranges.reduce((sum, range) => sum + range.length, 0)
        position += length
        if (position <= fromByte) continue
        const media = Buffer.concat(mediaOf(await readSegment(store, object, segment, keyOf), ranges))
        const skipped = Math.max(0, fromByte - (position - length))
        yield media.subarray(skipped)
      }
    },
  }
}

/** By number. */
async function readInits(store: Store, object: RecordedObject): Promise<Map<number, MovieTrack[]>> {
  const inits = object.contents.inits.map(
    async (init) => [init.number, readTracks(await readRange(store, object, init))] as const,
  )
  return new Map(await Promise.all(inits))
}

/** The samples of each segment, from the index or, where a crash has prevented one, from the segments. */
async function readSamples(store: Store, object: RecordedObject, keyOf: KeyOf): Promise<SampleRun[][]> {
  const { index, segments } = object.contents
  if (index) return readIndex(await readRange(store, object, index), index, keyOf)
  const runs: SampleRun[][] = []
  for (const segment of segments) runs.push(readRuns(await readSegment(store, object, segment, keyOf)))
  return runs
}

async function readSegment(
  store: Store,
  object: RecordedObject,
  segment: RecordedSegment,
  keyOf: KeyOf,
): Promise<Uint8Array> {
  const { keyNumber, iv } = segment
  const body = await readRange(store, object, segment)
  return decrypt(body, { keyNumber, key: keyOf(keyNumber), iv: Buffer.from(iv, 'hex') })
}

async function readRange(store: Store, object: RecordedObject, { offset, length }: ByteRange): Promise<Uint8Array> {
  const found = await store.read(objectKey(object), { offset, length })
  if (found === undefined) throw new Error('the recording has been deleted')
  return found.bytes
}
