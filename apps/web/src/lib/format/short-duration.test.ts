import { expect, test } from 'vitest'
import { broadcastLength, shortDuration } from './short-duration.ts'

test.each([
  [0, '0 s'],
  [1, '1 s'],
  [59_001, '1 min'],
  [299_000, '4 min 59 s'],
  [3_600_000, '1 h'],
  [3_605_000, '1 h'],
  [90_061_000, '1 d 1 h'],
  [14 * 86_400_000, '14 d'],
])('%i ms is %s', (durationMs, text) => {
  expect(shortDuration(durationMs)).toBe(text)
})

test.each([
  [22_000, '22 s'],
  [60_000, '1 min'],
  [149_000, '2 min'],
  [5_430_000, '1 h 31 min'],
])('a broadcast of %i ms was %s long', (durationMs, text) => {
  expect(broadcastLength(durationMs)).toBe(text)
})
