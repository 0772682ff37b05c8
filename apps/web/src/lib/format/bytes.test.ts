import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 kB'],
  [120, '0.1 kB'],
  [999, '1 kB'],
  [1234, '1.2 kB'],
  [850_000_000, '850 MB'],
  [1_234_000_000, '1.2 GB'],
  [5e15, '5,000 TB'],
])('%s bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
