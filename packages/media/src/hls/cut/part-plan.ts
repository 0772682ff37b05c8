import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'

/** What a playlist promises for its life (RFC 8216bis sections 4.4.3.1 and 4.4.3.7). */
export interface Targets {
  targetDurationS: number
  partTargetMs: number
}

/** What is aimed at. */
export interface PackagingGoals {
  segmentMs: number
  partMs: number
}

/** hls.js skips a last part of 200 ms or less when the playlist that closes its segment comes early (buffer padding 0.2 s). */
export const shortestPartTicks = 200 * ticksPerMs
/** RFC 8216bis section 4.4.4.9: a part is at least 85 % of the target unless it is the last of its segment. */
const smallestShare = 0.85
const roundingMs = 4
/** EXTINF rounded to a whole number must not exceed the target duration (RFC 8216bis section 4.4.3.1). */
const roundingShareS = 0.49

export function longestSegmentTicks(targets: Targets): number {
  return (targets.targetDurationS + roundingShareS) * ticksPerSecond
}

export function longestPartTicks(targets: Targets): number {
  return targets.partTargetMs * ticksPerMs
}

/** The least for a part that is not the last of its segment. */
export function usualLeastPartTicks(targets: Targets): number {
  return Math.max(smallestShare * longestPartTicks(targets), shortestPartTicks) + ticksPerMs
}

/** How many groups of pictures make a segment: as many as reach the aimed length, without one whose greater half lies behind it. */
export function groupsPerSegment(groupTicks: number, segmentMs: number): number {
  return Math.max(1, Math.ceil((segmentMs * ticksPerMs - ticksPerMs) / groupTicks - 0.5))
}

/** Decides a playlist's constants from its first complete group of pictures. */
export function decideTargets(gopFrames: number, frameTicks: number, goals: PackagingGoals): Targets {
  const unitFrames = unitOf(gopFrames, frameTicks, goals)
  const split = equalSplit(unitFrames, frameTicks, goals.partMs, { smallest: 1, largest: Number.POSITIVE_INFINITY })
  const largest = split?.[0] ?? Math.max(1, Math.round((goals.partMs * ticksPerMs) / frameTicks))
  const partTargetMs = Math.ceil((largest * frameTicks) / ticksPerMs + roundingMs)
  const groupTicks = gopFrames * frameTicks
  const segmentS = (groupsPerSegment(groupTicks, goals.segmentMs) * groupTicks) / ticksPerSecond
  const targetDurationS = Math.max(Math.ceil(goals.segmentMs / 1000), Math.ceil(segmentS - 0.25), partTargetMs / 1000)
  return { targetDurationS: Math.ceil(targetDurationS), partTargetMs }
}

/**
 * Sizes, in frames, of the parts from one key frame to the next: equal where possible, all within the part target, the last one
 * longer than the shortest part. The plan may span several short groups of pictures.
 */
export function planParts(gopFrames: number, frameTicks: number, targets: Targets, goals: PackagingGoals): number[] {
  const room = partRoom(frameTicks, targets)
  const longest = Math.max(1, Math.floor(longestSegmentTicks(targets) / (frameTicks * gopFrames)))
  const firstUnit = unitOf(gopFrames, frameTicks, goals)
  const units = [firstUnit, ...Array.from({ length: Math.min(longest, 8) }, (_, index) => (index + 1) * gopFrames)]
  for (const unit of units) {
    const split = equalSplit(unit, frameTicks, goals.partMs, room) ?? lastShorter(unit, room)
    if (split !== undefined) return split
  }
  return []
}

/** Size of a part that no plan foresees, in frames. */
export function usualPartFrames(frameTicks: number, targets: Targets, goals: PackagingGoals): number {
  const room = partRoom(frameTicks, targets)
  return Math.max(
    1,
    Math.min(room.largest, Math.max(room.smallest, Math.round((goals.partMs * ticksPerMs) / frameTicks))),
  )
}

interface Room {
  smallest: number
  largest: number
  /** The least a last part may have. */
  smallestLast?: number
}

function partRoom(frameTicks: number, targets: Targets): Room {
  const part = longestPartTicks(targets) + 1
  return {
    smallest: Math.ceil((smallestShare * part) / frameTicks),
    largest: Math.max(1, Math.floor(part / frameTicks)),
    smallestLast: Math.floor(shortestPartTicks / frameTicks) + 1,
  }
}

/** Frames between two planned key frames. Parts of very short groups are planned for the whole segment. */
function unitOf(gopFrames: number, frameTicks: number, goals: PackagingGoals): number {
  const groupTicks = gopFrames * frameTicks
  const isLong = isLongGroup(groupTicks)
  return isLong ? gopFrames : gopFrames * groupsPerSegment(groupTicks, goals.segmentMs)
}

/** Long enough to begin with a part of its own. */
export function isLongGroup(groupTicks: number): boolean {
  return groupTicks >= 300 * ticksPerMs
}

/** The split into nearly equal parts whose length is nearest to the aim. Larger parts come first. */
function equalSplit(frames: number, frameTicks: number, partMs: number, room: Room): number[] | undefined {
  let best: { sizes: number[]; distance: number } | undefined
  const mostParts = Math.floor((frames * frameTicks) / shortestPartTicks)
  for (let count = 1; count <= mostParts; count += 1) {
    const small = Math.floor(frames / count)
    const large = Math.ceil(frames / count)
    const largeWithRounding = large * frameTicks + roundingMs * ticksPerMs
    const isEven =
      small / large >= smallestShare && (small === large || small * frameTicks >= smallestShare * largeWithRounding)
    if (!isEven || small * frameTicks <= shortestPartTicks || small < room.smallest || large > room.largest) continue
    const distance = Math.abs((frames * frameTicks) / count - partMs * ticksPerMs)
    const larger = frames - small * count
    if (best === undefined || distance < best.distance) {
      best = { sizes: Array.from({ length: count }, (_, index) => (index < larger ? large : small)), distance }
    }
  }
  return best?.sizes
}

/** Equal parts and a shorter last one. */
function lastShorter(frames: number, room: Room): number[] | undefined {
  const smallestLast = room.smallestLast ?? 1
  for (let count = Math.ceil(frames / room.largest); count >= 1 && (count - 1) * room.smallest <= frames; count += 1) {
    const last = Math.max(smallestLast, frames - (count - 1) * room.largest)
    const before = frames - last
    if (last > room.largest || before < (count - 1) * room.smallest) continue
    const small = count > 1 ? Math.floor(before / (count - 1)) : 0
    const larger = before - small * (count - 1)
    return [...Array.from({ length: count - 1 }, (_, index) => (index < larger ? small + 1 : small)), last]
  }
  return undefined
}
