import type { TrackConfig } from '../sample.ts'
import { ascii, box, concat, fullBox, u16, u32 } from './box.ts'
import { handler, sampleEntry } from './sample-entry.ts'
import { timescaleOf, trackIdOf } from './track.ts'

const unityMatrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/**
 * An initialisation segment (ISO/IEC 14496-12 sections 8.2 and 8.8; RFC 8216bis section 3.1.2) for one video track, one audio
 * track or both. It has no edit list, because parts carry final presentation times.
 */
export function initSegment(tracks: readonly TrackConfig[]): Uint8Array {
  const nextTrackId = 3
  const movieHeader = fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, 1000, 0, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    unityMatrix,
    u32(0, 0, 0, 0, 0, 0, nextTrackId),
  )
  const defaults = tracks.map((track) => fullBox('trex', 0, 0, u32(trackIdOf(track.track), 1, 0, 0, 0)))
  return concat(
    box('ftyp', ascii('iso6'), u32(0), ascii('iso6'), ascii('mp41')),
    box('moov', movieHeader, ...tracks.map(trackBox), box('mvex', ...defaults)),
  )
}

function trackBox(track: TrackConfig): Uint8Array {
  const isVideo = track.track === 'video'
  const enabledAndInMovie = 3
  const volume = isVideo ? 0 : 0x100
  const header = fullBox(
    'tkhd',
    0,
    enabledAndInMovie,
    u32(0, 0, trackIdOf(track.track), 0, 0, 0, 0),
    u16(0, 0, volume, 0),
    unityMatrix,
    u32(isVideo ? track.width * 0x10000 : 0, isVideo ? track.height * 0x10000 : 0),
  )
  const undetermined = 0x55c4
  const mediaHeader = fullBox('mdhd', 0, 0, u32(0, 0, timescaleOf(track), 0), u16(undetermined, 0))
  const typeHeader = isVideo ? fullBox('vmhd', 0, 1, u16(0, 0, 0, 0)) : fullBox('smhd', 0, 0, u16(0, 0))
  const inThisFile = fullBox('url ', 0, 1)
  const information = box(
    'minf',
    typeHeader,
    box('dinf', fullBox('dref', 0, 0, u32(1), inThisFile)),
    sampleTable(track),
  )
  return box('trak', header, box('mdia', mediaHeader, handler(track), information))
}

/** The tables are empty because all samples are in movie fragments (section 8.8.1). */
function sampleTable(track: TrackConfig): Uint8Array {
  return box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), sampleEntry(track)),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  )
}
