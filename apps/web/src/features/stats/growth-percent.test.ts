import { expect, test } from 'vitest'
import { growthCount, growthPercent, growthText, trendOf } from './growth-percent.ts'

test.each([
  [[], 0],
  [[5], 0],
  [[0, 7], 0],
  [[4, 9, 5], 25],
  [[4, 3], -25],
])('[STATS-4] %j grows by %d percent', (counts, percent) => {
  expect(growthPercent(counts.map((followers) => ({ date: '2026-11-21', followers })))).toBe(percent)
})

test.each([
  [[], '0'],
  [[5], '0'],
  [[0, 2, 4], '+4'],
  [[1200, 1], '−1,199'],
])('[STATS-4] %j changes by %s', (counts, change) => {
  expect(growthCount(counts.map((followers) => ({ date: '2026-11-21', followers })))).toBe(change)
})

test.each([
  [25, '+25.0%', 'up'],
  [0.05, '+0.1%', 'up'],
  [0.04, '0%', undefined],
  [0, '0%', undefined],
  [-0.04, '0%', undefined],
  [-12.5, '−12.5%', 'down'],
])('[STATS-4] %d is written %s, and its trend is %s', (percent, text, trend) => {
  expect([growthText(percent), trendOf(percent)]).toEqual([text, trend])
})
