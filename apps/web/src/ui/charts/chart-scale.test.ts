import { expect, test } from 'vitest'
import { chartScale } from './chart-scale.ts'

test.each([
  [0, 1, [1]],
  [1, 1, [0.5, 1]],
  [3, 3, [1, 2, 3]],
  [37, 40, [10, 20, 30, 40]],
  [2600, 3000, [1000, 2000, 3000]],
  [0.6, 0.6, [0.2, 0.4, 0.6]],
])('for values up to %d the axis ends at %d', (highest, top, lines) => {
  expect(chartScale(highest).top).toBeCloseTo(top)
  expect(chartScale(highest).lines).toEqual(lines)
})

test('a low chart has fewer marks', () => {
  expect(chartScale(37, 3)).toEqual({ top: 40, lines: [20, 40] })
  for (let highest = 1; highest < 3000; highest += 7) expect(chartScale(highest, 3).lines.length).toBeLessThanOrEqual(3)
})
