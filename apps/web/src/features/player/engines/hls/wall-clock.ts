/** A segment of a recording: where it is on the timeline, in seconds, and when it was recorded (milliseconds since 1970). */
interface TimedSegment {
  start: number
  duration: number
  programDateTime: number | null
}

/** Where the picture of this moment is; of a moment that was not recorded, the next picture. */
export function positionAt(segments: readonly TimedSegment[], atMs: number): number {
  for (const { start, duration, programDateTime } of segments) {
    if (programDateTime === null || programDateTime + duration * 1000 <= atMs) continue
    return start + Math.max(0, (atMs - programDateTime) / 1000)
  }
  const last = segments.at(-1)
  return last ? last.start + last.duration : 0
}

/** The moment that the picture at this position shows; undefined before anything is known. */
export function momentAt(segments: readonly TimedSegment[], seconds: number): number | undefined {
  const segment = segments.findLast(({ start }) => start <= seconds) ?? segments[0]
  if (segment === undefined || segment.programDateTime === null) return undefined
  return segment.programDateTime + Math.min(segment.duration, Math.max(0, seconds - segment.start)) * 1000
}

/** A media playlist that asks the player to begin with the picture of this moment (RFC 8216, section 4.3.5.2). */
export function startingAt(playlist: string, atMs: number): string {
  const segments = timedSegments(playlist)
  if (segments.length === 0) return playlist
  return playlist.replace(/^#EXTM3U\r?\n/, (line) => `${line}#EXT-X-START:TIME-OFFSET=${positionAt(segments, atMs)}\n`)
}

/** Before hls.js has read the playlist: by then it has begun to load what it would begin with. */
function timedSegments(playlist: string): TimedSegment[] {
  const segments: TimedSegment[] = []
  let start = 0
  let programDateTime: number | null = null
  for (const [, tag, value = ''] of playlist.matchAll(/^#(EXT-X-PROGRAM-DATE-TIME|EXTINF):([^,\r\n]*)/gm)) {
    if (tag !== 'EXTINF') {
      programDateTime = Date.parse(value)
      continue
    }
    const duration = Number(value)
    segments.push({ start, duration, programDateTime })
    start += duration
    if (programDateTime !== null) programDateTime += duration * 1000
  }
  return segments
}
