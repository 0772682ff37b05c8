import { Varint } from '@moq/net'
import { describe, expect, it } from 'vitest'
import { ByteReader } from './byte-reader.ts'
import { encodeVarints, maxVarint } from './varint.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

describe('a variable-length integer', () => {
  // RFC 9000, appendix A.1.
  it.each([
    ['9d7f3e7d', 494_878_333n],
    ['7bbd', 15_293n],
    ['25', 37n],
    ['4025', 37n],
    ['c2197c5eff14e88c', 151_288_809_941_952_652n],
  ])('%s is read as in the RFC', (text, value) => {
    const reader = new ByteReader(bytes(text))
    expect(reader.longVarint()).toBe(value)
    expect(reader.remaining).toBe(0)
  })

  it.each([0, 63, 64, 16_383, 16_384, 2 ** 30 - 1, 2 ** 30, 2 ** 32 + 5, maxVarint])(
    '%d is written as @moq/net does',
    (value) => {
      expect(hex(encodeVarints(value))).toBe(hex(Varint.encode(value)))
      expect(new ByteReader(encodeVarints(value)).varint()).toBe(value)
    },
  )

  it('of more than 53 bits is the largest number', () => {
    expect(new ByteReader(bytes('ffffffffffffffff')).varint()).toBe(maxVarint)
  })

  it('that ends early is refused', () => {
    expect(() => new ByteReader(bytes('9d7f3e')).varint()).toThrow('ends early')
    expect(() => new ByteReader(bytes('')).varint()).toThrow('ends early')
  })
})
