import type { TrackKind } from '../sample.ts'
import { ascii, box, fullBox, u8, u16, u32, u64 } from './box.ts'
import { trackIdOf } from './track.ts'

const unityMatrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** Ticks of a movie's own durations. */
export const movieTicksPerSecond = 1000

/** `mvhd` (ISO/IEC 14496-12 section 8.2.2). The duration is 0 where it is not known. */
export function movieHeader(duration: number): Uint8Array {
  const nextTrackId = 3
  return fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, movieTicksPerSecond, duration, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    unityMatrix,
    u32(0, 0, 0, 0, 0, 0, nextTrackId),
  )
}

export interface TrackBox {
  kind: TrackKind
  ticksPerSecond: number
  /** In pixels; 0 for sound. */
  width: number
  height: number
  /** In ticks of the movie and of the track, both 0 where they are not known. */
  durationInMovie: number
  duration: number
  /** `edts`, if any. */
  edits?: Uint8Array
  /** `stbl` */
  sampleTable: Uint8Array
}

/** `trak` (section 8.3.1). */
export function trackBox(track: TrackBox): Uint8Array {
  const isVideo = track.kind === 'video'
  const enabledAndInMovie = 3
  const volume = isVideo ? 0 : 0x100
  const header = fullBox(
    'tkhd',
    0,
    enabledAndInMovie,
    u32(0, 0, trackIdOf(track.kind), 0, track.durationInMovie, 0, 0),
    u16(0, 0, volume, 0),
    unityMatrix,
    u32(track.width * 0x10000, track.height * 0x10000),
  )
  const typeHeader = isVideo ? fullBox('vmhd', 0, 1, u16(0, 0, 0, 0)) : fullBox('smhd', 0, 0, u16(0, 0))
  const inThisFile = fullBox('url ', 0, 1)
  const information = box('minf', typeHeader, box('dinf', fullBox('dref', 0, 0, u32(1), inThisFile)), track.sampleTable)
  const media = box('mdia', mediaHeader(track), handler(track.kind), information)
  return box('trak', header, track.edits ?? u8(), media)
}

/** `mdhd` (section 8.4.2), with 64 bits for the duration where it needs them. */
function mediaHeader({ ticksPerSecond, duration }: TrackBox): Uint8Array {
  const undetermined = u16(0x55c4, 0)
  if (duration < 2 ** 32) return fullBox('mdhd', 0, 0, u32(0, 0, ticksPerSecond, duration), undetermined)
  return fullBox('mdhd', 1, 0, u64(0), u64(0), u32(ticksPerSecond), u64(duration), undetermined)
}

/** `hdlr`: the media type of a track (section 8.4.3). */
function handler(kind: TrackKind): Uint8Array {
  const [type, name] = kind === 'video' ? ['vide', 'Video\0'] : ['soun', 'Audio\0']
  return fullBox('hdlr', 0, 0, u32(0), ascii(type ?? ''), u32(0, 0, 0), ascii(name ?? ''))
}
