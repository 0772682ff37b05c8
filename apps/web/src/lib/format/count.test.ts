import { expect, test } from 'vitest'
import { abbreviateCount, viewersText } from './count.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0K'],
  [1250, '1.2K'],
  [999_999, '999.9K'],
  [1_000_000, '1.0M'],
  [12_345_678, '12.3M'],
])('[FORMAT-1] %i is written %s', (count, text) => {
  expect(abbreviateCount(count)).toBe(text)
})

test('one viewer is not plural', () => {
  expect([0, 1, 2, 1500].map(viewersText)).toEqual(['0 viewers', '1 viewer', '2 viewers', '1.5K viewers'])
})
