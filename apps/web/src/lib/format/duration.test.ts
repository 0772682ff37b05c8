import { expect, test } from 'vitest'
import { formatUptime, formatWatchTime } from './duration.ts'

test.each([
  [0, '0m'],
  [59, '0m'],
  [3599, '59m'],
  [3600, '1h 0m'],
  [90_061, '25h 1m'],
])('%d s watched are %s (spec section 2)', (seconds, text) => {
  expect(formatWatchTime(seconds)).toBe(text)
})

test.each([
  [null, 5000, '00:00:00'],
  [0, 0, '00:00:00'],
  [1000, 62_999, '00:01:01'],
  [0, 100 * 3_600_000 + 59_000, '100:00:59'],
  [5000, 1000, '00:00:00'],
])('uptime since %s at %d is %s (spec section 2)', (startedAtMs, nowMs, text) => {
  expect(formatUptime(startedAtMs, nowMs)).toBe(text)
})
