import { ticksPerMs } from '../../fmp4/track.ts'
import {
  isLongGop,
  longestPartTicks,
  longestSegmentTicks,
  minRegularPartTicks,
  type PackagingGoals,
  planParts,
  regularPartFrames,
  shortestPartTicks,
  type Targets,
} from './part-plan.ts'

const rememberedGops = 4

/** True when the leading rendition started a segment after `afterTicks` and no later than `untilTicks`. */
export type HasSegmentStart = (afterTicks: number, untilTicks: number) => boolean

/** What has to end before a frame is added. */
interface Cuts {
  /** The open part ends here. */
  partEndTicks?: number
  /** The segment ends with that part. */
  endsSegment: boolean
}

/**
 * Decides where parts and segments end, from the times and key frames of the reference track. It predicts the next key frame
 * from the length of the last GOPs, so that parts are equal and the last part of a segment is not short.
 */
export class Segmenter {
  readonly #targets: Targets
  readonly #goals: PackagingGoals
  readonly #leaderHasStart: HasSegmentStart | undefined
  #recentGopFrames: number[]
  #framesSinceKey = 0
  #plan: number[] = []
  #partFrames = 0
  #partSize = 0
  #partStartTicks: number
  #segmentStartTicks: number

  /** With `leaderHasStart`, segments end where those of the leading rendition end. */
  constructor(
    targets: Targets,
    goals: PackagingGoals,
    startTicks: number,
    gopFrames: number,
    leaderHasStart?: HasSegmentStart,
  ) {
    this.#targets = targets
    this.#goals = goals
    this.#leaderHasStart = leaderHasStart
    this.#partStartTicks = startTicks
    this.#segmentStartTicks = startTicks
    this.#recentGopFrames = [gopFrames]
  }

  get partStartTicks(): number {
    return this.#partStartTicks
  }

  /** Decides what has to end before this frame. `frameTicks` is the duration of a frame. */
  beforeFrame(ticks: number, isKey: boolean, frameTicks: number): Cuts {
    const elapsed = ticks - this.#partStartTicks
    const longest = longestPartTicks(this.#targets)
    const least = minRegularPartTicks(this.#targets)
    let partEndTicks: number | undefined
    if (this.#leaderHasStart !== undefined && this.#leaderHasStartBy(ticks + frameTicks / 2, frameTicks)) {
      if (this.#partFrames === 0) return { endsSegment: this.#partStartTicks > this.#segmentStartTicks }
      return { partEndTicks: Math.min(ticks, this.#partStartTicks + longest), endsSegment: true }
    }
    if (this.#partFrames > 0) {
      const isFull = this.#partFrames >= this.#partSize && elapsed >= least
      const wouldOverrun = elapsed + frameTicks > longest + 1
      const isCut = isKey && this.#leaderHasStart === undefined && this.#shouldEndSegmentAt(ticks, frameTicks)
      const isKeyCut = isCut && elapsed > shortestPartTicks && elapsed <= longest
      if (isKeyCut) partEndTicks = ticks
      else if (isFull || wouldOverrun) partEndTicks = this.nearestAllowedPartEnd(ticks)
    }
    if (this.#partFrames > 0 && partEndTicks === undefined) return { endsSegment: false }
    if (this.#leaderHasStart !== undefined)
      return { endsSegment: false, ...(partEndTicks !== undefined && { partEndTicks }) }
    const endTicks = partEndTicks ?? this.#partStartTicks
    const endsSegment =
      endTicks > this.#segmentStartTicks && (isKey ? this.#shouldEndSegmentAt(endTicks, frameTicks) : false)
    const cuts = { endsSegment: endsSegment || this.mustEndSegmentAt(endTicks) }
    return partEndTicks === undefined ? cuts : { ...cuts, partEndTicks }
  }

  /** Adds the frame to the open part. Returns where that part ends when the frame completes it. */
  addFrame(ticks: number, isKey: boolean, frameTicks: number, isDurationKnown: boolean): number | undefined {
    if (isKey) this.#recordGop()
    this.#framesSinceKey += 1
    this.#partFrames += 1
    this.#replan(isKey, frameTicks)
    const endTicks = ticks + frameTicks
    const length = endTicks - this.#partStartTicks
    if (this.#partFrames < this.#partSize || !isDurationKnown) return undefined
    if (length < minRegularPartTicks(this.#targets) || length > longestPartTicks(this.#targets) + 1) return undefined
    // The last part waits for the key frame, so that the part, the segment's end and the next key tag are published together.
    const isKeyNext = this.#framesSinceKey % this.#gopFrames() === 0
    return isKeyNext && this.#shouldEndSegmentAt(endTicks, frameTicks) ? undefined : endTicks
  }

  partEnded(endTicks: number): void {
    this.#partStartTicks = endTicks
    this.#partFrames = 0
  }

  segmentEnded(): void {
    // The plan is kept: when a segment ends without a key frame, the planned parts still lead to the next one.
    this.#segmentStartTicks = this.#partStartTicks
  }

  /** Moves the start of the open part, and of a segment without parts, past a gap. */
  skipGap(ticks: number): void {
    if (this.#segmentStartTicks === this.#partStartTicks) this.#segmentStartTicks += ticks
    this.#partStartTicks += ticks
  }

  /** The time nearest to `ticks` at which the open part would have an allowed length. */
  nearestAllowedPartEnd(ticks: number): number {
    const length = Math.max(ticks - this.#partStartTicks, Math.ceil(minRegularPartTicks(this.#targets)))
    return this.#partStartTicks + Math.min(length, longestPartTicks(this.#targets))
  }

  /** Duration of a regular part, for times without frames of the reference track. */
  regularPartTicks(frameTicks: number): number {
    const frames = regularPartFrames(frameTicks, this.#targets, this.#goals) * frameTicks
    return frames > shortestPartTicks && frames <= longestPartTicks(this.#targets)
      ? frames
      : longestPartTicks(this.#targets)
  }

  /** True where one more part would make the segment longer than the target duration allows. */
  mustEndSegmentAt(ticks: number): boolean {
    if (this.#leaderHasStart !== undefined) return this.#leaderHasStartBy(ticks, shortestPartTicks)
    const length = ticks - this.#segmentStartTicks
    return length > 0 && length + longestPartTicks(this.#targets) > longestSegmentTicks(this.#targets)
  }

  #leaderHasStartBy(ticks: number, marginTicks: number): boolean {
    return this.#leaderHasStart?.(this.#segmentStartTicks + marginTicks, ticks) === true
  }

  /** At a key frame: true when the segment is long enough, or the next GOP would make it too long. */
  #shouldEndSegmentAt(ticks: number, frameTicks: number): boolean {
    const length = ticks - this.#segmentStartTicks
    const gopTicks = this.#gopFrames() * frameTicks
    const isNextKeyNearer = length + gopTicks / 2 < (this.#goals.segmentMs - 1) * ticksPerMs
    return !(isNextKeyNearer && length + gopTicks <= longestSegmentTicks(this.#targets))
  }

  #gopFrames(): number {
    return Math.max(1, ...this.#recentGopFrames)
  }

  #recordGop(): void {
    if (this.#framesSinceKey > 0)
      this.#recentGopFrames = [...this.#recentGopFrames, this.#framesSinceKey].slice(-rememberedGops)
    this.#framesSinceKey = 0
  }

  #replan(isKey: boolean, frameTicks: number): void {
    const gop = this.#gopFrames()
    const isLong = isLongGop(gop * frameTicks)
    const isFirstOfSegment = this.#partFrames === 1 && this.#partStartTicks === this.#segmentStartTicks
    const isFirst = this.#partFrames === 1
    if (isKey && isFirst && (isLong || isFirstOfSegment))
      this.#plan = planParts(gop, frameTicks, this.#targets, this.#goals)
    if (isFirst) this.#partSize = this.#plan.shift() ?? regularPartFrames(frameTicks, this.#targets, this.#goals)
    if (isKey && !isFirst && isLong) {
      const untilPartEnd = this.#partSize - this.#partFrames + 1
      const rest = gop - untilPartEnd
      this.#plan = rest > 0 ? planParts(rest, frameTicks, this.#targets, this.#goals) : []
    }
  }
}
