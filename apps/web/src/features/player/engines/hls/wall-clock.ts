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
