import { expect, test } from 'vitest'
import { peakViewers } from './peak-viewers.ts'

/** A viewer whose player reported that it stopped. */
const viewing = (viewerId: string, firstSeenMs: number, leftMs: number) => ({
  viewerId,
  firstSeenMs,
  lastSeenMs: leftMs,
  untilMs: leftMs,
})

test('counts viewers who came and left in between, at the moment with the most', () => {
  const viewings = [viewing('ann', 1000, 5000), viewing('ben', 2000, 3000), viewing('eve', 4000, 6000)]
  expect(peakViewers(viewings, 0, 10_000)).toBe(2)
})

test('counts only the time asked for', () => {
  const viewings = [viewing('ann', 1000, 2000), viewing('ben', 1000, 2000), viewing('eve', 4000, 6000)]
  expect(peakViewers(viewings, 3000, 5000)).toBe(1)
  expect(peakViewers(viewings, 6000, 9000)).toBe(0)
})

test('does not count a viewer who follows another as two', () => {
  expect(peakViewers([viewing('ann', 0, 2000), viewing('ben', 2000, 4000)], 0, 10_000)).toBe(1)
})

test('counts a viewer who is still watching', () => {
  expect(peakViewers([{ viewerId: 'ann', firstSeenMs: 0, lastSeenMs: 1000, untilMs: 40_000 }], 0, 10_000)).toBe(1)
})
