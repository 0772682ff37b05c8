import { box, fullBox, u8, u32 } from '../fmp4/box.ts'
import type { MovieTrack, SampleRun } from '../fmp4/fragment-reader.ts'
import { movieTicksPerSecond, trackBox } from '../fmp4/movie-boxes.ts'
import { RunLengths } from './run-lengths.ts'

/** A stretch of samples that lie together in the file. */
interface Chunk {
  /** From the beginning of the media data. */
  offset: number
  samples: number
  /** Index of the sample entry, from 1. */
  entry: number
}

/** The samples of one track of a movie, as its tables need them (ISO/IEC 14496-12 section 8.6 and 8.7). */
export class TrackSamples {
  readonly #track: MovieTrack
  /** What the codec's configuration was over time. */
  readonly #entries: Uint8Array[] = []
  readonly #sizes: number[] = []
  readonly #durations = new RunLengths()
  readonly #compositionOffsets = new RunLengths()
  readonly #keySampleNumbers: number[] = []
  readonly #chunks: Chunk[] = []
  /** Decode time of the first sample, in seconds of the movie. */
  readonly #startS: number
  /** Decode time of the next sample, in ticks since the first one. */
  #endTicks = 0
  /** From when until when samples are shown, in the same ticks. */
  #shownTicks = Number.POSITIVE_INFINITY
  #shownUntilTicks = 0
  #lastDuration = 0
  #lowestOffset = 0

  constructor(track: MovieTrack, startS: number) {
    this.#track = track
    this.#startS = startS
  }

  /** When the last sample ends, in seconds of the movie. */
  get endS(): number {
    return this.#startS + Math.max(this.#endTicks, this.#shownUntilTicks) / this.#track.ticksPerSecond
  }

  /** When the first sample is shown or heard, in seconds of the movie. */
  get shownS(): number {
    return this.#startS + this.#shownTicks / this.#track.ticksPerSecond
  }

  /** Adds samples that begin at `startS` of the movie and lie at `offset` of the media data. A gap before them prolongs the last sample. */
  add({ sampleEntry, ticksPerSecond }: MovieTrack, { samples }: SampleRun, startS: number, offset: number): void {
    const startTicks = Math.round((startS - this.#startS) * this.#track.ticksPerSecond)
    if (this.#sizes.length > 0) {
      const duration = Math.max(1, this.#lastDuration + startTicks - this.#endTicks)
      this.#durations.replaceLast(duration)
      this.#endTicks += duration - this.#lastDuration
    }
    // The sample rate may have changed with the codec's configuration; a track has one timescale.
    const scale = this.#track.ticksPerSecond / ticksPerSecond
    let ticks = 0
    for (const { duration, size, isKey, compositionOffset } of samples) {
      this.#sizes.push(size)
      if (isKey) this.#keySampleNumbers.push(this.#sizes.length)
      const scaled = Math.round((ticks + duration) * scale) - Math.round(ticks * scale)
      const scaledOffset = Math.round(compositionOffset * scale)
      const shownAt = this.#endTicks + scaledOffset
      this.#shownTicks = Math.min(this.#shownTicks, shownAt)
      this.#shownUntilTicks = Math.max(this.#shownUntilTicks, shownAt + scaled)
      this.#lowestOffset = Math.min(this.#lowestOffset, scaledOffset)
      this.#durations.add(scaled)
      this.#compositionOffsets.add(scaledOffset)
      this.#endTicks += scaled
      this.#lastDuration = scaled
      ticks += duration
    }
    this.#chunks.push({ offset, samples: samples.length, entry: this.#entryOf(sampleEntry) })
  }

  #entryOf(sampleEntry: Uint8Array): number {
    const known = this.#entries.findIndex((entry) => Buffer.compare(entry, sampleEntry) === 0)
    return known >= 0 ? known + 1 : this.#entries.push(sampleEntry)
  }

  /** `trak`, without its chunk offsets. The movie's first picture or sound is at `movieStartS`. */
  box(movieStartS: number, hasLargeOffsets: boolean): Uint8Array {
    const shownDuration = toMovieTicks((this.#shownUntilTicks - this.#shownTicks) / this.#track.ticksPerSecond)
    const lateTicks = toMovieTicks(this.shownS - movieStartS)
    return trackBox({
      ...this.#track,
      durationInMovie: lateTicks + shownDuration,
      duration: this.#endTicks,
      edits: this.#edits(lateTicks, shownDuration),
      sampleTable: this.#sampleTable(hasLargeOffsets),
    })
  }

  /** Composition offsets may not be negative in what older players read, so all are raised, and the edit list begins that much later. */
  get #raisedTicks(): number {
    return -this.#lowestOffset
  }

  /** `elst` (section 8.6.6): what is waited for first, and which part of the media is shown. */
  #edits(lateTicks: number, shownDuration: number): Uint8Array {
    const nothing = -1
    const normalSpeed = 0x10000
    const edits = lateTicks > 0 ? [lateTicks, nothing, normalSpeed] : []
    edits.push(shownDuration, this.#shownTicks + this.#raisedTicks, normalSpeed)
    return box('edts', fullBox('elst', 0, 0, u32(edits.length / 3, ...edits)))
  }

  #sampleTable(hasLargeOffsets: boolean): Uint8Array {
    const count = this.#sizes.length
    const allAreKeys = this.#keySampleNumbers.length === count
    return box(
      'stbl',
      fullBox('stsd', 0, 0, u32(this.#entries.length), ...this.#entries),
      table('stts', this.#durations.pairs(), 2),
      this.#compositionOffsets.isOnly(0) ? u8() : table('ctts', this.#compositionOffsets.pairs(this.#raisedTicks), 2),
      allAreKeys ? u8() : table('stss', this.#keySampleNumbers, 1),
      table('stsc', this.#samplesToChunks(), 3),
      fullBox('stsz', 0, 0, u32(0, count), words(this.#sizes)),
      // At the very end, where `writeChunkOffsets` expects the offsets.
      table(
        hasLargeOffsets ? 'co64' : 'stco',
        new Uint32Array(this.#chunks.length * wordsOf(hasLargeOffsets)),
        wordsOf(hasLargeOffsets),
      ),
    )
  }

  /** Completes the `trak` at the end of `bytes`, once its size has told where in the file the media begins. */
  writeChunkOffsets(bytes: Uint8Array, dataOffset: number, hasLargeOffsets: boolean): void {
    const entryBytes = 4 * wordsOf(hasLargeOffsets)
    const tableBytes = this.#chunks.length * entryBytes
    const table = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - tableBytes, tableBytes)
    for (const [index, { offset }] of this.#chunks.entries()) {
      if (hasLargeOffsets) table.setBigUint64(index * entryBytes, BigInt(offset + dataOffset))
      else table.setUint32(index * entryBytes, offset + dataOffset)
    }
  }

  /** An entry for each chunk that differs from the one before it: its number, its samples, its sample entry (section 8.7.4). */
  #samplesToChunks(): number[] {
    return this.#chunks.flatMap(({ samples, entry }, index) => {
      const before = this.#chunks[index - 1]
      return before?.samples === samples && before.entry === entry ? [] : [index + 1, samples, entry]
    })
  }
}

/** A box with the number of its entries, and the entries of so many words each. */
function table(type: string, entries: Uint32Array | readonly number[], wordsPerEntry: number): Uint8Array {
  return fullBox(type, 0, 0, u32(entries.length / wordsPerEntry), words(entries))
}

/** 32-bit words, of which there may be millions: everybody else waits while they are written. */
function words(values: Uint32Array | readonly number[]): Uint8Array {
  return Buffer.from(Uint32Array.from(values).buffer).swap32()
}

/** Of a chunk offset. */
function wordsOf(hasLargeOffsets: boolean): number {
  return hasLargeOffsets ? 2 : 1
}

function toMovieTicks(seconds: number): number {
  return Math.round(seconds * movieTicksPerSecond)
}
