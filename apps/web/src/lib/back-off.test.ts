import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

test('doubles the delay with every failure, up to the longest', () => {
  const delays = [0, 1, 2, 3, 4, 2000].map((failures) => backOffMs(failures, { firstMs: 1000, longestMs: 15_000 }))
  expect(delays).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
})
