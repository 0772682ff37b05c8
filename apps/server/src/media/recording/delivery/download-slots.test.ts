import { expect, test } from 'vitest'
import { DownloadSlots } from './download-slots.ts'

test('an address has few of the slots, all addresses together have a bound, and slots come back', () => {
  const slots = new DownloadSlots({ all: 3, ofAddress: 2 })
  const first = slots.take('a')
  expect(slots.take('a')).toBeDefined()
  expect(slots.take('a')).toBeUndefined()
  expect(slots.take('b')).toBeDefined()
  expect(slots.take('c')).toBeUndefined()
  first?.()
  expect(slots.take('b')).toBeDefined()
  expect(slots.take('a')).toBeUndefined()
})
