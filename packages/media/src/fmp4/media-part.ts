import type { TrackKind } from '../sample.ts'
import { box, boxHeader, fullBox, u32, u64 } from './box.ts'
import { trackIdOf } from './track.ts'

/** A sample of a movie fragment; times are in the track's timescale. */
interface RunSample {
  duration: number
  /** Presentation time minus decode time; may be negative. */
  compositionOffset: number
  key: boolean
  data: Uint8Array
}

/** Consecutive samples of one track in one part. */
export interface TrackRun {
  track: TrackKind
  /** Decode time of the first sample in the track's timescale, a safe integer. */
  decodeTime: number
  samples: readonly RunSample[]
}

/**
 * A movie fragment with its media data (ISO/IEC 14496-12 sections 8.8.4 to 8.8.12): `moof` with one `traf` per track, then
 * `mdat`. The result refers to the data of the samples without copying it, in the order of the runs.
 */
export function mediaPart(sequenceNumber: number, runs: readonly TrackRun[]): Uint8Array[] {
  const payload = runs.flatMap((run) => run.samples.map((sample) => sample.data))
  const payloadSize = payload.reduce((sum, bytes) => sum + bytes.length, 0)
  // Data offsets are relative to the start of moof, whose size does not depend on their values.
  const moofSize = moof(sequenceNumber, runs, 0).length
  return [moof(sequenceNumber, runs, moofSize + 8), boxHeader('mdat', payloadSize + 8), ...payload]
}

function moof(sequenceNumber: number, runs: readonly TrackRun[], firstDataOffset: number): Uint8Array {
  let dataOffset = firstDataOffset
  const fragments = runs.map((run) => {
    const fragment = trackFragment(run, dataOffset)
    dataOffset += run.samples.reduce((sum, sample) => sum + sample.data.length, 0)
    return fragment
  })
  return box('moof', fullBox('mfhd', 0, 0, u32(sequenceNumber)), ...fragments)
}

function trackFragment(run: TrackRun, dataOffset: number): Uint8Array {
  const defaultBaseIsMoof = 0x020000
  return box(
    'traf',
    fullBox('tfhd', 0, defaultBaseIsMoof, u32(trackIdOf(run.track))),
    fullBox('tfdt', 1, 0, u64(run.decodeTime)),
    trackRun(run.samples, dataOffset),
  )
}

// sample_depends_on and sample_is_non_sync_sample (section 8.8.3.1).
const syncSampleFlags = 0x02000000
const nonSyncSampleFlags = 0x01010000

/** Version 1, so that composition offsets are signed (section 8.8.8). */
function trackRun(samples: readonly RunSample[], dataOffset: number): Uint8Array {
  const offsetDurationSizeFlagsComposition = 0x000f01
  const words = samples.flatMap((sample) => [
    sample.duration,
    sample.data.length,
    sample.key ? syncSampleFlags : nonSyncSampleFlags,
    sample.compositionOffset,
  ])
  return fullBox('trun', 1, offsetDurationSizeFlagsComposition, u32(samples.length, dataOffset, ...words))
}
