import type { TrackConfig } from '../sample.ts'
import { ascii, box, concat, fullBox, u32 } from './box.ts'
import { movieHeader, trackBox } from './movie-boxes.ts'
import { sampleEntry } from './sample-entry.ts'
import { timescaleOf, trackIdOf } from './track.ts'

/**
 * An initialisation segment (ISO/IEC 14496-12 sections 8.2 and 8.8; RFC 8216bis section 3.1.2) for one video track, one audio
 * track or both. It has no edit list, because parts carry final presentation times.
 */
export function initSegment(tracks: readonly TrackConfig[]): Uint8Array {
  const defaults = tracks.map((track) => fullBox('trex', 0, 0, u32(trackIdOf(track.track), 1, 0, 0, 0)))
  const boxes = tracks.map((track) =>
    trackBox({
      kind: track.track,
      ticksPerSecond: timescaleOf(track),
      width: track.track === 'video' ? track.width : 0,
      height: track.track === 'video' ? track.height : 0,
      durationInMovie: 0,
      duration: 0,
      sampleTable: emptySampleTable(track),
    }),
  )
  return concat(
    box('ftyp', ascii('iso6'), u32(0), ascii('iso6'), ascii('mp41')),
    box('moov', movieHeader(0), ...boxes, box('mvex', ...defaults)),
  )
}

/** The tables are empty because all samples are in movie fragments (section 8.8.1). */
function emptySampleTable(track: TrackConfig): Uint8Array {
  return box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), sampleEntry(track)),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  )
}
