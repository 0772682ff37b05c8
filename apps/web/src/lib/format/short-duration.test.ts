import { expect, test } from 'vitest'
import { broadcastLength, shortDuration } from './short-duration.ts'

test.each([
  [0, '0s'],
  [1, '1s'],
  [59_001, '1m'],
  [299_000, '4m 59s'],
  [3_600_000, '1h'],
  [3_605_000, '1h'],
  [90_061_000, '1d 1h'],
  [14 * 86_400_000, '14d'],
])('%i ms is %s', (durationMs, text) => {
  expect(shortDuration(durationMs)).toBe(text)
})

test.each([
  [22_000, '22s'],
  [60_000, '1m'],
  [149_000, '2m'],
  [5_430_000, '1h 31m'],
])('a broadcast of %i ms was %s long', (durationMs, text) => {
  expect(broadcastLength(durationMs)).toBe(text)
})
