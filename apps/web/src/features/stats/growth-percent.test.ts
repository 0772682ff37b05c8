import { expect, test } from 'vitest'
import { growthPercent } from './growth-percent.ts'

test.each([
  [[], 0],
  [[5], 0],
  [[0, 7], 0],
  [[4, 9, 5], 25],
  [[4, 3], -25],
])('[STATS-4] %j grows by %d percent', (counts, percent) => {
  expect(growthPercent(counts.map((followers) => ({ date: '2026-11-21', followers })))).toBe(percent)
})
