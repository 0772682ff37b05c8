import { expect, it } from 'vitest'
import { differenceOf } from './difference.ts'

it('[STATS-9] the difference is from the earlier broadcast to the later one', () => {
  expect(differenceOf(20, 30, 1)).toEqual({ change: 10, share: 0.5 })
  expect(differenceOf(30, 15, 1)).toEqual({ change: -15, share: -0.5 })
  expect(differenceOf(7, 7, 1)).toEqual({ change: 0, share: 0 })
  expect(differenceOf(0, 7, 1)).toEqual({ change: 7, share: undefined })
})

it('[STATS-9] the difference is that of the figures as they are shown', () => {
  // 1h 59m and 2h 0m, a second apart.
  expect(differenceOf(7199, 7200, 60).change).toBe(60)
  // Both 2h 0m.
  expect(differenceOf(7200, 7259, 60)).toEqual({ change: 0, share: 0 })
  // 14.0 and 14.1.
  expect(differenceOf(14.04, 14.06, 0.1).change).toBeCloseTo(0.1)
  expect(differenceOf(14.01, 14.04, 0.1)).toEqual({ change: 0, share: 0 })
})
