import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'
import type { Sample } from '../../sample.ts'
import type { HasSegmentStart } from '../cut/segmenter.ts'
import type { Epoch, Timeline } from '../cut/timeline.ts'
import type { Segment, SegmentStart } from './segment.ts'
import type { SegmentWindow } from './segment-window.ts'

/** The first rendition of a stream. The segments of all others start with its segments and have the same numbers. */
export interface LeadingRendition {
  readonly window: Pick<SegmentWindow, 'targets' | 'segment' | 'segmentStartingAt' | 'hasSegmentStartIn'>
  /** Duration of a GOP. */
  readonly gopTicks: number
  /** Offset from the sender's clock to the timeline, while the rendition packages that epoch. */
  videoShiftTicksIn(epochNumber: number): number | undefined
}

const maxMisalignmentTicks = ticksPerSecond / 4

/** Compares the media of a rendition with the segments of the leading one. */
export class LeaderAlignment {
  readonly #leader: LeadingRendition
  readonly #timeline: Timeline

  constructor(leader: LeadingRendition, timeline: Timeline) {
    this.#leader = leader
    this.#timeline = timeline
  }

  get targets(): SegmentWindow['targets'] {
    return this.#leader.window.targets
  }

  readonly hasSegmentStartIn: HasSegmentStart = (afterTicks, untilTicks) =>
    this.#leader.window.hasSegmentStartIn(afterTicks, untilTicks)

  /** How many frames of this duration make a GOP of the leader. */
  gopFrames(frameTicks: number): number {
    return Math.max(1, Math.round(this.#leader.gopTicks / frameTicks))
  }

  /** The leader's segment that starts at this time of the sender, in the newest epoch that covers it, `epochNumber` or later. */
  segmentStartingAt(
    senderMs: number,
    epochNumber: number,
    frameTicks: number,
  ): { epoch: Epoch; segment: SegmentStart } | undefined {
    const known = this.#timeline.find(senderMs, epochNumber - 1)
    if (known === undefined) return undefined
    // The leader may have cut out a gap since the epoch started.
    const epoch = { ...known, shiftTicks: this.#leader.videoShiftTicksIn(known.number) ?? known.shiftTicks }
    const segment = this.#leader.window.segmentStartingAt(senderMs * ticksPerMs + epoch.shiftTicks, frameTicks / 2)
    return segment && { epoch, segment }
  }

  /** True when the leader has started a new epoch with this key frame. */
  hasNewEpochAt({ track, key, dtsMs }: Sample, epochNumber: number): boolean {
    return track === 'video' && key && this.#timeline.find(dtsMs, epochNumber) !== undefined
  }

  /** True when media was lost, so that the newest segments no longer match the leader's segments of the same numbers. */
  isMisaligned(segments: readonly Segment[]): boolean {
    // One sample after a gap may end several segments.
    return segments.slice(-3).some(({ sequence, startTicks }) => {
      const counterpart = this.#leader.window.segment(sequence)
      return counterpart !== undefined && Math.abs(counterpart.startTicks - startTicks) > maxMisalignmentTicks
    })
  }
}
