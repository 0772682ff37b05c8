import { expect, test } from 'vitest'
import { formatUptime, formatWatchTime } from './duration.ts'

test.each([
  [0, '0m'],
  [59, '0m'],
  [3599, '59m'],
  [3600, '1h 0m'],
  [90_061, '25h 1m'],
])('[STATS-2] %d s of watch time are written %s', (seconds, text) => {
  expect(formatWatchTime(seconds)).toBe(text)
})

test.each([
  [null, 5000, '00:00:00'],
  [0, 0, '00:00:00'],
  [1000, 62_999, '00:01:01'],
  [0, 100 * 3_600_000 + 59_000, '100:00:59'],
  [5000, 1000, '00:00:00'],
])('[STATS-3] the uptime since %s at %d is written %s', (startedAtMs, nowMs, text) => {
  expect(formatUptime(startedAtMs, nowMs)).toBe(text)
})
