import { masterPlaylist } from '../playlist/master-playlist.ts'
import { withToken } from '../playlist/playlist-query.ts'
import type { AlignedRecording, AlignedRendition } from './align-renditions.ts'
import type { ObjectRange, RecordedEntry } from './recorded-rendition.ts'

interface PlaylistView {
  keyUri: (keyNumber: number) => string
  token: string | undefined
  /** The moment with which a player is to begin, milliseconds since 1970; the beginning where it is absent. */
  startsMs?: number | undefined
}

/** The media playlist of a rendition of a finished recording (RFC 8216bis section 4.4.3.5, VOD). */
export function recordedPlaylist(
  { entries }: AlignedRendition,
  { isDiscontinuous }: Pick<AlignedRecording, 'isDiscontinuous'>,
  view: PlaylistView,
): string {
  const longestS = entries.reduce((longest, { durationS }) => Math.max(longest, durationS), 0)
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    // "The EXTINF duration …, when rounded to the nearest integer, MUST be less than or equal to the Target Duration" (4.4.3.1).
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.round(longestS))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:0',
  ]
  const startS = view.startsMs === undefined ? undefined : positionOf(entries, view.startsMs)
  // "… indicates a preferred point at which to start playing" (4.4.2.2).
  if (startS !== undefined) lines.push(`#EXT-X-START:TIME-OFFSET=${startS.toFixed(3)},PRECISE=YES`)
  entries.forEach((entry, index) => {
    lines.push(...segmentLines(entry, entries[index - 1], isDiscontinuous[index] === true, view))
  })
  lines.push('#EXT-X-ENDLIST')
  return `${lines.join('\n')}\n`
}

function segmentLines(
  entry: RecordedEntry,
  before: RecordedEntry | undefined,
  isBreak: boolean,
  view: PlaylistView,
): string[] {
  const { uri, byteRange } = rangeOf(entry)
  const lines: string[] = []
  if (isBreak) lines.push('#EXT-X-DISCONTINUITY')
  if (isBreak || entry.init !== before?.init) {
    const init = rangeOf(entry.init)
    // A key tag applies to every EXT-X-MAP after it (section 4.4.4.5); initialisation segments are not encrypted.
    if (before) lines.push('#EXT-X-KEY:METHOD=NONE')
    lines.push(`#EXT-X-MAP:URI="${init.uri}"${init.byteRange ? `,BYTERANGE="${init.byteRange}"` : ''}`)
  }
  // Again from time to time: between two of them, players add up durations, which are rounded.
  if (isBreak || entry.keyNumber !== before?.keyNumber) {
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(entry.startedAtMs)).toISOString()}`)
  }
  const keyUri = withToken(view.keyUri(entry.keyNumber), view.token)
  lines.push(`#EXT-X-KEY:METHOD=AES-128,URI="${keyUri}",IV=0x${entry.iv}`, `#EXTINF:${entry.durationS.toFixed(5)},`)
  if (byteRange) lines.push(`#EXT-X-BYTERANGE:${byteRange}`)
  lines.push(uri)
  return lines
}

/** Where the picture of this moment is, in seconds from the beginning of the playlist. */
function positionOf(entries: readonly RecordedEntry[], atMs: number): number {
  let startS = 0
  for (const { startedAtMs, durationS } of entries) {
    if (atMs < startedAtMs + durationS * 1000) return startS + Math.max(0, (atMs - startedAtMs) / 1000)
    startS += durationS
  }
  return 0
}

/** The address of an object's range, and what tags say about it where the address does not. */
function rangeOf({ uri, offset, length, rangeBy }: ObjectRange): { uri: string; byteRange?: string } {
  if (rangeBy === 'tag') return { uri, byteRange: `${length}@${offset}` }
  return { uri: `${uri}?bytes=${offset}-${offset + length - 1}` }
}

/** The multivariant playlist of a recording. */
export function recordedMaster({ renditions }: AlignedRecording, token: string | undefined): string {
  const variants = renditions.map(({ name, own }) => {
    const { video, audio, width = 0, height = 0, frameRate } = own[0]?.init ?? {}
    const bits = own.map(({ length }) => length * 8)
    const seconds = own.reduce((sum, { durationS }) => sum + durationS, 0)
    return {
      name,
      tracks: {
        ...(video !== undefined && { video: { codecString: video, width, height } }),
        ...(audio !== undefined && { audio: { codecString: audio } }),
      },
      frameRate,
      peakBitrate: Math.ceil(own.reduce((peak, entry) => Math.max(peak, (entry.length * 8) / entry.durationS), 0)),
      meanBitrate: Math.ceil(bits.reduce((sum, size) => sum + size, 0) / Math.max(seconds, 1e-3)),
    }
  })
  const isIndependent = renditions.every(({ entries }) => entries.every((entry) => entry.isIndependent))
  return masterPlaylist({ variants, isIndependent, token })
}
