import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'

/** Constants of a playlist, which must never change (RFC 8216bis sections 4.4.3.1 and 4.4.3.7). */
export interface Targets {
  targetDurationS: number
  partTargetMs: number
}

/** Desired durations. The key frames decide how close the result is. */
export interface PackagingGoals {
  segmentMs: number
  partMs: number
}

/**
 * Every part is longer than this: hls.js skips a last part of 200 ms or less when the playlist that closes its segment arrives
 * early (buffer padding 0.2 s).
 */
export const shortestPartTicks = 200 * ticksPerMs
/** RFC 8216bis section 4.4.4.9: a part is at least 85 % of the target unless it is the last of its segment. */
const minPartShare = 0.85
const roundingMs = 4
/** EXTINF rounded to a whole number must not exceed the target duration (RFC 8216bis section 4.4.3.1). */
const roundingAllowanceS = 0.49

export function longestSegmentTicks(targets: Targets): number {
  return (targets.targetDurationS + roundingAllowanceS) * ticksPerSecond
}

export function longestPartTicks(targets: Targets): number {
  return targets.partTargetMs * ticksPerMs
}

/** Minimum for a part that is not the last of its segment. */
export function minRegularPartTicks(targets: Targets): number {
  return Math.max(minPartShare * longestPartTicks(targets), shortestPartTicks) + ticksPerMs
}

/** How many GOPs make a segment: as many as reach the goal, without a last one that lies more than half beyond it. */
function gopsPerSegment(gopTicks: number, segmentMs: number): number {
  return Math.max(1, Math.ceil((segmentMs * ticksPerMs - ticksPerMs) / gopTicks - 0.5))
}

/** Decides a playlist's constants from its first complete GOP. */
export function decideTargets(gopFrames: number, frameTicks: number, goals: PackagingGoals): Targets {
  const unitFrames = plannedFrames(gopFrames, frameTicks, goals)
  const split = splitEqually(unitFrames, frameTicks, goals.partMs, { smallest: 1, largest: Number.POSITIVE_INFINITY })
  const largest = split?.[0] ?? Math.max(1, Math.round((goals.partMs * ticksPerMs) / frameTicks))
  const partTargetMs = Math.ceil((largest * frameTicks) / ticksPerMs + roundingMs)
  const gopTicks = gopFrames * frameTicks
  const segmentS = (gopsPerSegment(gopTicks, goals.segmentMs) * gopTicks) / ticksPerSecond
  const targetDurationS = Math.max(Math.ceil(goals.segmentMs / 1000), Math.ceil(segmentS - 0.25), partTargetMs / 1000)
  return { targetDurationS: Math.ceil(targetDurationS), partTargetMs }
}

/**
 * Sizes in frames of the parts from one key frame to the next: equal where possible, all within the part target, the last one
 * longer than `shortestPartTicks`. The plan may span several short GOPs. Empty when no split fits.
 */
export function planParts(gopFrames: number, frameTicks: number, targets: Targets, goals: PackagingGoals): number[] {
  const limits = partSizeLimits(frameTicks, targets)
  const longest = Math.max(1, Math.floor(longestSegmentTicks(targets) / (frameTicks * gopFrames)))
  const gopOrSegment = plannedFrames(gopFrames, frameTicks, goals)
  const plannedLengths = [
    gopOrSegment,
    ...Array.from({ length: Math.min(longest, 8) }, (_, index) => (index + 1) * gopFrames),
  ]
  for (const unit of plannedLengths) {
    const split = splitEqually(unit, frameTicks, goals.partMs, limits) ?? splitWithShorterLast(unit, limits)
    if (split !== undefined) return split
  }
  return []
}

/** Size in frames of a part when there is no plan. */
export function regularPartFrames(frameTicks: number, targets: Targets, goals: PackagingGoals): number {
  const limits = partSizeLimits(frameTicks, targets)
  return Math.max(
    1,
    Math.min(limits.largest, Math.max(limits.smallest, Math.round((goals.partMs * ticksPerMs) / frameTicks))),
  )
}

interface PartSizeLimits {
  smallest: number
  largest: number
  /** Minimum of the last part. */
  smallestLast?: number
}

function partSizeLimits(frameTicks: number, targets: Targets): PartSizeLimits {
  const part = longestPartTicks(targets) + 1
  return {
    smallest: Math.ceil((minPartShare * part) / frameTicks),
    largest: Math.max(1, Math.floor(part / frameTicks)),
    smallestLast: Math.floor(shortestPartTicks / frameTicks) + 1,
  }
}

/** Number of frames that one plan covers: a GOP, or a whole segment when the GOPs are very short. */
function plannedFrames(gopFrames: number, frameTicks: number, goals: PackagingGoals): number {
  const gopTicks = gopFrames * frameTicks
  return isLongGop(gopTicks) ? gopFrames : gopFrames * gopsPerSegment(gopTicks, goals.segmentMs)
}

/** True when a GOP is long enough to start with a new part. */
export function isLongGop(gopTicks: number): boolean {
  return gopTicks >= 300 * ticksPerMs
}

/** Splits frames into nearly equal parts whose duration is nearest to `partMs`. Larger parts come first. */
function splitEqually(
  frames: number,
  frameTicks: number,
  partMs: number,
  limits: PartSizeLimits,
): number[] | undefined {
  let best: { sizes: number[]; distance: number } | undefined
  const maxParts = Math.floor((frames * frameTicks) / shortestPartTicks)
  for (let count = 1; count <= maxParts; count += 1) {
    const small = Math.floor(frames / count)
    const large = Math.ceil(frames / count)
    const largeWithRounding = large * frameTicks + roundingMs * ticksPerMs
    const isEven =
      small / large >= minPartShare && (small === large || small * frameTicks >= minPartShare * largeWithRounding)
    if (!isEven || small * frameTicks <= shortestPartTicks || small < limits.smallest || large > limits.largest)
      continue
    const distance = Math.abs((frames * frameTicks) / count - partMs * ticksPerMs)
    const larger = frames - small * count
    if (best === undefined || distance < best.distance) {
      best = { sizes: Array.from({ length: count }, (_, index) => (index < larger ? large : small)), distance }
    }
  }
  return best?.sizes
}

/** Splits frames into equal parts and a shorter last one. */
function splitWithShorterLast(frames: number, limits: PartSizeLimits): number[] | undefined {
  const smallestLast = limits.smallestLast ?? 1
  for (
    let count = Math.ceil(frames / limits.largest);
    count >= 1 && (count - 1) * limits.smallest <= frames;
    count += 1
  ) {
    const last = Math.max(smallestLast, frames - (count - 1) * limits.largest)
    const before = frames - last
    if (last > limits.largest || before < (count - 1) * limits.smallest) continue
    const small = count > 1 ? Math.floor(before / (count - 1)) : 0
    const larger = before - small * (count - 1)
    return [...Array.from({ length: count - 1 }, (_, index) => (index < larger ? small + 1 : small)), last]
  }
  return undefined
}
