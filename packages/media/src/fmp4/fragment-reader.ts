import type { TrackKind } from '../sample.ts'
import { type Box, boxesIn, boxesOf, contentOf } from './box-reader.ts'
import { trackIdOf } from './track.ts'

/** A track as an initialisation segment describes it. */
export interface MovieTrack {
  kind: TrackKind
  ticksPerSecond: number
  /** Displayed size in pixels; 0 for sound. */
  width: number
  height: number
  /** The box that says how to decode the samples (ISO/IEC 14496-12 section 8.5.2). */
  sampleEntry: Uint8Array
}

/** Consecutive samples of one track, with their bytes left where they are. Times are in the track's timescale. */
export interface SampleRun {
  kind: TrackKind
  /** Decode time of the first sample. */
  decodeTime: number
  /** Where the bytes of the samples are in the segment, one after the other. */
  offset: number
  samples: { duration: number; size: number; isKey: boolean; compositionOffset: number }[]
}

/** Reads what `initSegment` wrote. @throws {Error} for anything else. */
export function readTracks(init: Uint8Array): MovieTrack[] {
  return boxesIn(boxesOf(init), 'moov')
    .filter(({ type }) => type === 'trak')
    .map(({ content }) => {
      const track = boxesOf(content)
      const header = contentOf(track, 'tkhd')
      const media = boxesIn(track, 'mdia')
      // Version and flags, and the number of entries, come before the entries.
      const entry = contentOf(boxesIn(boxesIn(media, 'minf'), 'stbl'), 'stsd').subarray(8)
      return {
        kind: kindOf(header.readUInt32BE(12)),
        ticksPerSecond: contentOf(media, 'mdhd').readUInt32BE(12),
        width: header.readUInt32BE(76) / 0x10000,
        height: header.readUInt32BE(80) / 0x10000,
        sampleEntry: entry,
      }
    })
}

/** What says where the samples of a part are: the content of its `moof`, about a hundredth of the part, and where that box begins. */
export type FragmentHead = Pick<Box, 'content' | 'start'>

/** The heads of parts that follow each other. Their contents are views of `segment`. @throws {Error} when a box is cut off. */
export function fragmentHeads(segment: Uint8Array): FragmentHead[] {
  return boxesOf(segment).filter(({ type }) => type === 'moof')
}

/** @throws {Error} for a head that `mediaPart` did not write. */
export function readHead({ content, start }: FragmentHead): SampleRun[] {
  return boxesOf(content)
    .filter(({ type }) => type === 'traf')
    .map((fragment) => readRun(boxesOf(fragment.content), start))
}

/** Reads the parts of a segment, as `mediaPart` wrote them one after the other. @throws {Error} for anything else. */
export function readRuns(segment: Uint8Array): SampleRun[] {
  return fragmentHeads(segment).flatMap(readHead)
}

const sampleBytes = 16
const nonSyncSample = 0x10000

function readRun(fragment: readonly Box[], moofStart: number): SampleRun {
  const run = contentOf(fragment, 'trun')
  const count = run.readUInt32BE(4)
  const samplesAt = 12
  if (run.length !== samplesAt + count * sampleBytes) throw new Error('a run of samples is cut off')
  return {
    kind: kindOf(contentOf(fragment, 'tfhd').readUInt32BE(4)),
    decodeTime: Number(contentOf(fragment, 'tfdt').readBigUInt64BE(4)),
    offset: moofStart + run.readUInt32BE(8),
    samples: Array.from({ length: count }, (_, index) => {
      const at = samplesAt + index * sampleBytes
      return {
        duration: run.readUInt32BE(at),
        size: run.readUInt32BE(at + 4),
        isKey: (run.readUInt32BE(at + 8) & nonSyncSample) === 0,
        compositionOffset: run.readInt32BE(at + 12),
      }
    }),
  }
}

function kindOf(trackId: number): TrackKind {
  return trackId === trackIdOf('video') ? 'video' : 'audio'
}
