import { expect, it } from 'vitest'
import { createBitReader } from './bit-reader.ts'

it('reads bits, most significant first, up to 32 of them', () => {
  const reader = createBitReader(Buffer.from('a5ffffffff', 'hex'))
  expect([reader.bits(4), reader.flag(), reader.bits(3), reader.bits(32), reader.bitsLeft]).toEqual([
    10,
    false,
    5,
    0xffffffff,
    0,
  ])
})

it('reads Exp-Golomb codes (H.264 Tables 9-2 and 9-3)', () => {
  // 1 010 011 00100 00101 00110 00111 0001000
  const bits = '1010011001000010100110001110001000'.padEnd(40, '0')
  const bytes = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const unsigned = createBitReader(bytes)
  expect(Array.from({ length: 8 }, () => unsigned.unsigned())).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  const signed = createBitReader(bytes)
  expect(Array.from({ length: 8 }, () => signed.signed())).toEqual([0, 1, -1, 2, -2, 3, -3, 4])
})

it('throws a RangeError past the end and for codes longer than 32 bits', () => {
  expect(() => createBitReader(Buffer.of(1)).bits(9)).toThrow(RangeError)
  expect(() => createBitReader(Buffer.alloc(100)).unsigned()).toThrow('longer than 32 bits')
})
