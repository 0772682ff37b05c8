import { expect, test } from 'vitest'
import { decideTargets, longestSegmentTicks, planParts } from './part-plan.ts'
import { Segmenter } from './segmenter.ts'

const goals = { segmentMs: 2000, partMs: 333 }
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

/** A pseudo-random generator with a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test.for([
  // frames/s, frames from key frame to key frame, target duration, part target in ms, parts
  [30, 60, 2, 338, [10, 10, 10, 10, 10, 10]],
  [30, 30, 2, 338, [10, 10, 10]],
  [30_000 / 1001, 60, 2, 338, [10, 10, 10, 10, 10, 10]],
  [25, 50, 2, 364, [9, 9, 8, 8, 8, 8]],
  [24, 48, 2, 338, [8, 8, 8, 8, 8, 8]],
  [50, 100, 2, 344, [17, 17, 17, 17, 16, 16]],
  [60, 120, 2, 338, [20, 20, 20, 20, 20, 20]],
  [30, 120, 4, 338, Array(12).fill(10)],
  [30, 250, 9, 338, Array(25).fill(10)],
  [30, 1, 2, 338, Array(6).fill(10)],
  [10, 20, 2, 404, [4, 4, 4, 4, 4]],
  [1, 2, 2, 1004, [1, 1]],
] as const)(
  'plans parts for %d frames/s with %i frames in a GOP',
  ([rate, gopFrames, targetDurationS, partTargetMs, parts]) => {
    const frameTicks = 90_000 / rate
    const targets = decideTargets(gopFrames, frameTicks, goals)
    expect(targets).toEqual({ targetDurationS, partTargetMs })
    expect(planParts(gopFrames, frameTicks, targets, goals)).toEqual(parts)
  },
)

test('a plan respects every limit or is empty', () => {
  for (const rate of [24, 25, 30, 50, 60]) {
    const frameTicks = 90_000 / rate
    const targets = decideTargets(2 * rate, frameTicks, goals)
    for (let gopFrames = 1; gopFrames <= 10 * rate; gopFrames += 1) {
      const plan = planParts(gopFrames, frameTicks, targets, goals)
      if (gopFrames * frameTicks > 90_000) expect(sum(plan) % gopFrames).toBe(0)
      plan.forEach((size, index) => {
        const ms = (size * 1000) / rate
        expect(ms).toBeLessThanOrEqual(targets.partTargetMs)
        expect(ms).toBeGreaterThan(200)
        if (index < plan.length - 1) expect(ms).toBeGreaterThanOrEqual(0.85 * targets.partTargetMs)
      })
    }
  }
})

interface Output {
  parts: { ms: number; isLast: boolean }[]
  segmentsMs: number[]
}

/** Runs frames through a segmenter like the packager, and checks every limit. */
function cut(
  frames: { ticks: number; isKey: boolean }[],
  frameTicks: number,
  gopFrames: number,
  isSteady: boolean,
): Output {
  const targets = decideTargets(gopFrames, frameTicks, goals)
  const segmenter = new Segmenter(targets, goals, 0, gopFrames)
  const output: Output = { parts: [], segmentsMs: [] }
  let segmentStart = 0
  const end = (ticks: number) => {
    output.parts.push({ ms: (ticks - segmenter.partStartTicks) / 90, isLast: false })
    segmenter.partEnded(ticks)
  }
  for (const { ticks, isKey } of frames) {
    const cuts = segmenter.beforeFrame(ticks, isKey, frameTicks)
    if (cuts.partEndTicks !== undefined) end(cuts.partEndTicks)
    if (cuts.endsSegment) {
      ;(output.parts.at(-1) as { isLast: boolean }).isLast = true
      output.segmentsMs.push((segmenter.partStartTicks - segmentStart) / 90)
      segmentStart = segmenter.partStartTicks
      segmenter.segmentEnded()
    }
    const at = segmenter.addFrame(Math.max(ticks, segmenter.partStartTicks), isKey, frameTicks, isSteady)
    if (at !== undefined) end(at)
  }
  for (const { ms, isLast } of output.parts) {
    expect(ms).toBeGreaterThan(200)
    expect(ms).toBeLessThanOrEqual(targets.partTargetMs + 0.1)
    if (!isLast) expect(ms).toBeGreaterThanOrEqual(0.85 * targets.partTargetMs)
  }
  for (const ms of output.segmentsMs) expect(ms).toBeLessThanOrEqual(longestSegmentTicks(targets) / 90)
  return output
}

test('key frames that are early, late or missing violate no limit', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = seededRandom(seed)
    const rate = [24, 25, 30, 50, 60][seed % 5] ?? 30
    const frameTicks = 90_000 / rate
    let sinceKey = 0
    const keyEvery = rate * 2
    const frames = Array.from({ length: rate * 60 }, (_, index) => {
      const isKey = index === 0 || sinceKey >= keyEvery || (seed % 3 > 0 && random() < 0.01)
      sinceKey = isKey ? 1 : sinceKey + 1
      return { ticks: Math.round(index * frameTicks), isKey: isKey && !(seed % 4 === 0 && random() < 0.3) }
    })
    const { segmentsMs } = cut(frames, frameTicks, keyEvery, true)
    expect(sum(segmentsMs)).toBeGreaterThan(57_000)
  }
})

test('frames at irregular times violate no limit', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = seededRandom(seed)
    let ticks = 0
    const frames = Array.from({ length: 1500 }, (_, index) => {
      ticks += Math.round(3000 * (random() < 0.05 ? 1 + 6 * random() : 0.5 + random()))
      return { ticks: index === 0 ? 0 : ticks, isKey: index % 60 === 0 }
    })
    cut(frames, 3000, 60, false)
  }
})

test('a part ends with its last frame; only the last part of a segment waits for the key frame', () => {
  const segmenter = new Segmenter({ targetDurationS: 2, partTargetMs: 338 }, goals, 0, 60)
  const endings: number[] = []
  for (let index = 0; index < 60; index += 1) {
    segmenter.beforeFrame(index * 3000, index === 0, 3000)
    const end = segmenter.addFrame(index * 3000, index === 0, 3000, true)
    if (end === undefined) continue
    expect(end).toBe((index + 1) * 3000)
    endings.push(index)
    segmenter.partEnded(end)
  }
  expect(endings).toEqual([9, 19, 29, 39, 49])
  expect(segmenter.beforeFrame(180_000, true, 3000)).toEqual({ partEndTicks: 180_000, endsSegment: true })
})
