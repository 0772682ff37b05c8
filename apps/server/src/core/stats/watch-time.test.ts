import { expect, test } from 'vitest'
import { watchTime } from './watch-time.ts'

const viewing = (viewerId: string, firstSeenMs: number, lastSeenMs: number, untilMs: number) => ({
  viewerId,
  firstSeenMs,
  lastSeenMs,
  untilMs,
})

test('a viewer who is not overdue is still watching, counted from when first seen or from the last count', () => {
  const viewings = [viewing('new', 15_000, 15_000, 40_000), viewing('old', 0, 2000, 40_000)]
  expect(watchTime(viewings, 10_000, 20_000)).toEqual({ viewerMs: 5000 + 10_000, gone: [] })
})

test('a viewer who did not fetch the next key left half-way, and time counted beyond that is subtracted', () => {
  // Seen at 2 s, due at 32 s, awaited until 40 s: left at 17 s. 30 s are already counted.
  expect(watchTime([viewing('ann', 2000, 2000, 40_000)], 32_000, 42_000)).toEqual({
    viewerMs: 17_000 - 32_000,
    gone: ['ann'],
  })
})

test('a viewer who reported leaving is counted until then', () => {
  expect(watchTime([viewing('ann', 0, 13_000, 13_000)], 10_000, 20_000)).toEqual({ viewerMs: 3000, gone: ['ann'] })
})

test('a viewer who left earlier is already completely counted', () => {
  expect(watchTime([viewing('ann', 0, 13_000, 13_000)], 20_000, 30_000)).toEqual({ viewerMs: 0, gone: ['ann'] })
})

test('the counts of consecutive intervals add up to the count of the whole', () => {
  const viewings = [viewing('ann', 1000, 31_000, 70_000), viewing('ben', 12_345, 31_500, 70_000)]
  let sum = 0
  for (let fromMs = 0; fromMs < 60_000; fromMs += 7500) {
    const seen = viewings.filter(({ firstSeenMs }) => firstSeenMs <= fromMs + 7500)
    sum += watchTime(seen, fromMs, fromMs + 7500).viewerMs
  }
  expect(sum).toBe(59_000 + 60_000 - 12_345)
})
