import { expect, test } from 'vitest'
import { withGaps } from './with-gaps.ts'

test('[HEALTH-7] a stretch that is missing is a gap of the chart', () => {
  const points = [0, 60, 240, 300].map((at) => ({ at, value: 1 }))
  expect(withGaps(points, 60)).toEqual([
    { at: 0, value: 1 },
    { at: 60, value: 1 },
    { at: 120, value: null },
    { at: 240, value: 1 },
    { at: 300, value: 1 },
  ])
  expect(withGaps([], 60)).toEqual([])
})
