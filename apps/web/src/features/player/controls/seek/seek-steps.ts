import type { PlaybackState } from '../../engines/playback-state.ts'
import type { SeekRange } from '../../engines/seeking/seek-range.ts'

type Timeline = PlaybackState['timeline']

/** Seconds of a live broadcast, and tenths of a recording, which may be a clip of a few seconds. */
export function stepsPerSecond(timeline: Timeline): number {
  return timeline === 'recording' ? 10 : 1
}

/**
 * What can be sought, in whole steps. Those of a recording are counted from its beginning, as its clock is: its length is no whole step,
 * and 0:10 would be 0:09 when counted from its end.
 */
export function seekSteps({ lengthSeconds, behindSeconds }: SeekRange, timeline: Timeline): SeekRange {
  const steps = stepsPerSecond(timeline)
  const length = Math.floor(lengthSeconds * steps) / steps
  const behind =
    timeline === 'recording'
      ? length - roundToStep(lengthSeconds - behindSeconds, timeline)
      : roundToStep(behindSeconds, timeline)
  return { lengthSeconds: length, behindSeconds: Math.min(length, Math.max(0, behind)) }
}

export function roundToStep(seconds: number, timeline: Timeline): number {
  const steps = stepsPerSecond(timeline)
  return Math.round(seconds * steps) / steps
}
