import { expect, test } from 'vitest'
import { clockText } from './clock-text.ts'

test.each([
  [0, '0:00'],
  [-1, '0:00'],
  [59_999, '0:59'],
  [123_000, '2:03'],
  [3_723_000, '1:02:03'],
])('%s ms are %s', (ms, text) => {
  expect(clockText(ms)).toBe(text)
})
