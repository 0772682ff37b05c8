import { limits } from '@waggle/contract/limits'

/** What a viewer can seek to: the last `lengthSeconds` before the live edge. */
export interface SeekRange {
  lengthSeconds: number
  /** How far the picture is behind the live edge; 0 to `lengthSeconds`. */
  behindSeconds: number
}

/** Media without a gap, in seconds of the media element's time. */
export interface MediaSpan {
  start: number
  end: number
}

/** Players jump over gaps of this length. */
const smallGapSeconds = 0.5

/** At most the 90 s of rule PLAYER-12. What lies before a gap cannot be reached, because playback would stop at the gap. */
export function seekRange({
  spans,
  live,
  position,
}: {
  /** What is in memory, and what the playlist offers. They may overlap. */
  spans: readonly MediaSpan[]
  /** Where the live edge is. */
  live: number
  position: number
}): SeekRange {
  let oldest = live
  for (const { start, end } of spans.toSorted((a, b) => b.end - a.end)) {
    if (end >= oldest - smallGapSeconds) oldest = Math.min(oldest, start)
  }
  const lengthSeconds = Math.min(live - oldest, limits.playerBackBufferSeconds)
  return { lengthSeconds, behindSeconds: Math.min(lengthSeconds, Math.max(0, live - position)) }
}

/** What low delay can load of the past at once: its playlist has twelve segments of two seconds, of which the oldest are about to go. */
export const listedSeconds = 20

/** How much of the past there is to load of a broadcast that has been on for `onForSeconds`. */
export function listedLength(onForSeconds: number): number {
  return Math.min(listedSeconds, Math.max(0, onForSeconds))
}

export function spansOf(ranges: TimeRanges): MediaSpan[] {
  return Array.from({ length: ranges.length }, (_, index) => ({ start: ranges.start(index), end: ranges.end(index) }))
}
