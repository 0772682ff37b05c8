import { ascii, box, boxHeader, concat, u32, u64 } from '../fmp4/box.ts'
import type { MovieTrack, SampleRun } from '../fmp4/fragment-reader.ts'
import { movieHeader, movieTicksPerSecond } from '../fmp4/movie-boxes.ts'
import type { TrackKind } from '../sample.ts'
import { TrackSamples } from './track-samples.ts'

/** What one segment brings to a movie. */
export interface MovieSegment {
  /** Of its initialisation segment. */
  tracks: readonly MovieTrack[]
  runs: readonly SampleRun[]
  /** The times of its samples do not continue those of the segment before it. */
  isAfterBreak: boolean
}

/** Bytes of a segment. */
export interface MediaRange {
  offset: number
  length: number
}

/**
 * An MP4 file whose `moov` stands before the media (ISO/IEC 14496-12 section 6.2.3), made of segments. It knows only where samples are:
 * the file is the head, and then the ranges of each segment that `add` returns, in the order in which they were added. After a break the movie
 * goes on without a gap.
 */
export class ProgressiveMovie {
  readonly #tracks = new Map<TrackKind, TrackSamples>()
  #mediaBytes = 0
  /** What is added to the times of the present stretch: its first picture or sound follows on what was before it. */
  #offsetS: number | undefined

  /** Returns the ranges of the segment that are media of the movie. */
  add({ tracks, runs, isAfterBreak }: MovieSegment): MediaRange[] {
    const tracked = runs.map((run) => {
      const track = tracks.find(({ kind }) => kind === run.kind)
      if (track === undefined) throw new Error(`the initialisation segment does not describe the ${run.kind}`)
      return { run, track }
    })
    if (isAfterBreak || this.#offsetS === undefined) {
      const shownS = tracked.map(({ run, track }) => firstShown(run) / track.ticksPerSecond)
      this.#offsetS = this.#endS - Math.min(...shownS)
    }
    for (const { run, track } of tracked) {
      const startS = run.decodeTime / track.ticksPerSecond + this.#offsetS
      const samples = this.#tracks.get(run.kind) ?? new TrackSamples(track, startS)
      this.#tracks.set(run.kind, samples)
      samples.add(track, run, startS, this.#mediaBytes)
      this.#mediaBytes += sizeOf(run)
    }
    return runs.map((run) => ({ offset: run.offset, length: sizeOf(run) }))
  }

  get #endS(): number {
    return Math.max(0, ...Array.from(this.#tracks.values(), ({ endS }) => endS))
  }

  /** How many bytes of media follow the head. */
  get mediaBytes(): number {
    return this.#mediaBytes
  }

  /** Everything before the media. */
  head(): Uint8Array {
    const type = box('ftyp', ascii('isom'), u32(0x200), ascii('isom'), ascii('iso2'), ascii('mp41'))
    const largest32Bits = 2 ** 32 - 1
    // The head is smaller than the media of any movie of which this matters.
    const isLarge = this.#mediaBytes * 2 > largest32Bits
    const mediaHeader = isLarge
      ? concat(u32(1), ascii('mdat'), u64(this.#mediaBytes + 16))
      : boxHeader('mdat', this.#mediaBytes + 8)
    const tracks = [...this.#tracks.values()]
    const startS = Math.min(...tracks.map(({ shownS }) => shownS))
    const duration = Math.round((this.#endS - startS) * movieTicksPerSecond)
    const boxes = tracks.map((track) => track.box(startS, isLarge))
    const movie = box('moov', movieHeader(duration), ...boxes)
    const dataOffset = type.length + movie.length + mediaHeader.length
    let boxEnd = movie.length
    for (const [index, track] of [...tracks.entries()].reverse()) {
      track.writeChunkOffsets(movie.subarray(0, boxEnd), dataOffset, isLarge)
      boxEnd -= boxes[index]?.length ?? 0
    }
    return concat(type, movie, mediaHeader)
  }
}

/** The bytes of a segment that are media of the movie. @throws {Error} when the segment is shorter than its ranges. */
export function mediaOf(segment: Uint8Array, ranges: readonly MediaRange[]): Uint8Array[] {
  return ranges.map(({ offset, length }) => {
    const bytes = segment.subarray(offset, offset + length)
    if (bytes.length !== length) throw new Error('the media of a segment is cut off')
    return bytes
  })
}

function sizeOf({ samples }: SampleRun): number {
  return samples.reduce((sum, { size }) => sum + size, 0)
}

/** The earliest presentation time in a run, in ticks of its track. */
function firstShown({ decodeTime, samples }: SampleRun): number {
  let ticks = decodeTime
  return samples.reduce((first, { duration, compositionOffset }) => {
    const shown = ticks + compositionOffset
    ticks += duration
    return Math.min(first, shown)
  }, Number.POSITIVE_INFINITY)
}
