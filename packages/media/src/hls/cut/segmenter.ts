import { ticksPerMs } from '../../fmp4/track.ts'
import {
  isLongGroup,
  longestPartTicks,
  longestSegmentTicks,
  type PackagingGoals,
  planParts,
  shortestPartTicks,
  type Targets,
  usualLeastPartTicks,
  usualPartFrames,
} from './part-plan.ts'

const rememberedGroups = 4

/** True when the leading rendition began a segment after `fromTicks` and not after `untilTicks`. */
export type BeginsSegment = (fromTicks: number, untilTicks: number) => boolean

export interface Cuts {
  /** The open part ends here, before the frame. */
  partEndTicks?: number
  /** The segment ends with that part. */
  endsSegment: boolean
}

/**
 * Decides where parts and segments end, from the times and key frames of the track that leads. It foresees the next key frame by
 * the lengths of the last groups of pictures, so that parts are equal and the last one of a segment is not a short one.
 */
export class Segmenter {
  readonly #targets: Targets
  readonly #goals: PackagingGoals
  readonly #leads: BeginsSegment | undefined
  #groups: number[]
  #framesSinceKey = 0
  #plan: number[] = []
  #partFrames = 0
  #partSize = 0
  #partStartTicks: number
  #segmentStartTicks: number

  /** With `leads`, segments end where those of another rendition do. */
  constructor(targets: Targets, goals: PackagingGoals, startTicks: number, gopFrames: number, leads?: BeginsSegment) {
    this.#targets = targets
    this.#goals = goals
    this.#leads = leads
    this.#partStartTicks = startTicks
    this.#segmentStartTicks = startTicks
    this.#groups = [gopFrames]
  }

  get partStartTicks(): number {
    return this.#partStartTicks
  }

  /** What ends because this frame comes. `frameTicks` is how long a frame lasts. */
  beforeFrame(ticks: number, isKey: boolean, frameTicks: number): Cuts {
    const elapsed = ticks - this.#partStartTicks
    const longest = longestPartTicks(this.#targets)
    const least = usualLeastPartTicks(this.#targets)
    let partEndTicks: number | undefined
    if (this.#leads !== undefined && this.#mustFollowAt(ticks + frameTicks / 2, frameTicks)) {
      if (this.#partFrames === 0) return { endsSegment: this.#partStartTicks > this.#segmentStartTicks }
      return { partEndTicks: Math.min(ticks, this.#partStartTicks + longest), endsSegment: true }
    }
    if (this.#partFrames > 0) {
      const isFull = this.#partFrames >= this.#partSize && elapsed >= least
      const wouldOverrun = elapsed + frameTicks > longest + 1
      const isCut = isKey && this.#leads === undefined && this.#wantsCutAt(ticks, frameTicks)
      const isKeyCut = isCut && elapsed > shortestPartTicks && elapsed <= longest
      if (isKeyCut) partEndTicks = ticks
      else if (isFull || wouldOverrun) partEndTicks = this.stretchedPartEnd(ticks)
    }
    if (this.#partFrames > 0 && partEndTicks === undefined) return { endsSegment: false }
    if (this.#leads !== undefined) return { endsSegment: false, ...(partEndTicks !== undefined && { partEndTicks }) }
    const endTicks = partEndTicks ?? this.#partStartTicks
    const endsSegment = endTicks > this.#segmentStartTicks && (isKey ? this.#wantsCutAt(endTicks, frameTicks) : false)
    const cuts = { endsSegment: endsSegment || this.mustEndSegmentAt(endTicks) }
    return partEndTicks === undefined ? cuts : { ...cuts, partEndTicks }
  }

  /** Takes the frame into the open part. Answers where that part ends when it is complete already. */
  afterFrame(ticks: number, isKey: boolean, frameTicks: number, isDurationKnown: boolean): number | undefined {
    if (isKey) this.#learnGroup()
    this.#framesSinceKey += 1
    this.#partFrames += 1
    this.#replan(isKey, frameTicks)
    const endTicks = ticks + frameTicks
    const length = endTicks - this.#partStartTicks
    if (this.#partFrames < this.#partSize || !isDurationKnown) return undefined
    if (length < usualLeastPartTicks(this.#targets) || length > longestPartTicks(this.#targets) + 1) return undefined
    // The last part waits for the key frame, so that part, end of segment and next key are told at once.
    const isKeyNext = this.#framesSinceKey % this.#gopFrames() === 0
    return isKeyNext && this.#wantsCutAt(endTicks, frameTicks) ? undefined : endTicks
  }

  partEnded(endTicks: number): void {
    this.#partStartTicks = endTicks
    this.#partFrames = 0
  }

  segmentEnded(): void {
    // The plan stays: where a segment ends without a key frame, its parts lead to the next one.
    this.#segmentStartTicks = this.#partStartTicks
  }

  /** Moves everything still open by this much later. */
  skip(ticks: number): void {
    if (this.#segmentStartTicks === this.#partStartTicks) this.#segmentStartTicks += ticks
    this.#partStartTicks += ticks
  }

  /** The end nearest to a time that gives the open part an allowed length. */
  stretchedPartEnd(ticks: number): number {
    const length = Math.max(ticks - this.#partStartTicks, Math.ceil(usualLeastPartTicks(this.#targets)))
    return this.#partStartTicks + Math.min(length, longestPartTicks(this.#targets))
  }

  /** A part of usual length, for times without frames of the leading track. */
  usualPartTicks(frameTicks: number): number {
    const frames = usualPartFrames(frameTicks, this.#targets, this.#goals) * frameTicks
    return frames > shortestPartTicks && frames <= longestPartTicks(this.#targets)
      ? frames
      : longestPartTicks(this.#targets)
  }

  /** True where one more part would make the segment longer than the target duration allows. */
  mustEndSegmentAt(ticks: number): boolean {
    if (this.#leads !== undefined) return this.#mustFollowAt(ticks, shortestPartTicks)
    const length = ticks - this.#segmentStartTicks
    return length > 0 && length + longestPartTicks(this.#targets) > longestSegmentTicks(this.#targets)
  }

  #mustFollowAt(ticks: number, marginTicks: number): boolean {
    return this.#leads?.(this.#segmentStartTicks + marginTicks, ticks) === true
  }

  /** At a key frame: is the segment long enough, or would the next group of pictures make it too long? */
  #wantsCutAt(ticks: number, frameTicks: number): boolean {
    const length = ticks - this.#segmentStartTicks
    const group = this.#gopFrames() * frameTicks
    const isNearer = length + group / 2 < (this.#goals.segmentMs - 1) * ticksPerMs
    return !(isNearer && length + group <= longestSegmentTicks(this.#targets))
  }

  #gopFrames(): number {
    return Math.max(1, ...this.#groups)
  }

  #learnGroup(): void {
    if (this.#framesSinceKey > 0) this.#groups = [...this.#groups, this.#framesSinceKey].slice(-rememberedGroups)
    this.#framesSinceKey = 0
  }

  #replan(isKey: boolean, frameTicks: number): void {
    const group = this.#gopFrames()
    const isLong = isLongGroup(group * frameTicks)
    const isFirstOfSegment = this.#partFrames === 1 && this.#partStartTicks === this.#segmentStartTicks
    const isFirst = this.#partFrames === 1
    if (isKey && isFirst && (isLong || isFirstOfSegment)) this.#planFrames(group, frameTicks)
    if (isFirst) this.#partSize = this.#plan.shift() ?? usualPartFrames(frameTicks, this.#targets, this.#goals)
    if (isKey && !isFirst && isLong) {
      const untilPartEnd = this.#partSize - this.#partFrames + 1
      const rest = group - untilPartEnd
      this.#plan = rest > 0 ? planParts(rest, frameTicks, this.#targets, this.#goals) : []
    }
  }

  #planFrames(gopFrames: number, frameTicks: number): void {
    this.#plan = planParts(gopFrames, frameTicks, this.#targets, this.#goals)
  }
}
