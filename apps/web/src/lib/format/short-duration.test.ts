import { expect, test } from 'vitest'
import { shortDuration } from './short-duration.ts'

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
