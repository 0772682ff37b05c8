import { describe, expect, it } from 'vitest'
import { defaultRtmpLimits } from '../limits.ts'
import { type AmfValue, amfObject } from './amf0.ts'
import { decodeAmf0 } from './amf0-decode.ts'
import { encodeAmf0 } from './amf0-encode.ts'

const decode = (hex: string) => decodeAmf0(Buffer.from(hex.replaceAll(' ', ''), 'hex'), defaultRtmpLimits)

/** Bytes written by hand from the AMF 0 specification, sections 2.2 to 2.18. */
const vectors: [string, string, AmfValue[]][] = [
  ['number', '00 3ff0000000000000', [1]],
  ['boolean', '01 01 01 00', [true, false]],
  ['string', '02 0004 6c697665', ['live']],
  ['object', '03 0003 617070 02 0004 6c697665 000009', [amfObject({ app: 'live' })]],
  ['null', '05', [null]],
  ['undefined', '06', [undefined]],
  ['reference', '07 0001', [undefined]],
  ['ECMA array with a wrong count', '08 ffffffff 0001 61 05 000009', [amfObject({ a: null })]],
  ['strict array', '0a 00000002 05 0101', [[null, true]]],
  ['date', '0b 408f400000000000 0000', [1000]],
  ['long string', '0c 00000002 6869', ['hi']],
  ['unsupported', '0d', [undefined]],
  ['XML document', '0f 00000004 3c612f3e', ['<a/>']],
  ['typed object', '10 0001 54 0001 78 0101 000009', [amfObject({ x: true })]],
  ['a switch to AMF3 ends the list', '0101 11 0a0b01', [true]],
  ['the property name __proto__', '03 0009 5f5f70726f746f5f5f 0101 000009', [new Map([['__proto__', true]])]],
]

describe('decodeAmf0', () => {
  it.each(vectors)('reads %s', (_, hex, values) => {
    expect(decode(hex)).toEqual(values)
  })

  it.each(vectors.map(([name, hex]) => [name, hex.replaceAll(' ', '')] as const))(
    'throws only a ProtocolError for an incomplete %s',
    (_, hex) => {
      for (let bytes = 1; bytes < hex.length / 2; bytes++) {
        try {
          decode(hex.slice(0, 2 * bytes))
        } catch (error) {
          expect(error).toMatchObject({ name: 'ProtocolError' })
        }
      }
    },
  )

  it('refuses depth 33 and accepts 32', () => {
    const nested = (depth: number) => `${'0a00000001'.repeat(depth - 1)}05`
    expect(() => decode(nested(32))).not.toThrow()
    expect(() => decode(nested(33))).toThrow('nested too deeply')
    expect(() => decode('03000161'.repeat(20_000))).toThrow('nested too deeply')
  })

  it('refuses more values than the limit, and does not trust a count', () => {
    expect(() => decode('05'.repeat(10_001))).toThrow('too many AMF values')
    expect(() => decode('0affffffff05')).toThrow('ends early')
  })

  it('refuses unknown types', () => {
    expect(() => decode('04')).toThrow('unknown AMF type')
    expect(() => decode('ff')).toThrow('unknown AMF type')
  })
})

describe('encodeAmf0', () => {
  it.each(vectors.slice(0, 6).filter(([name]) => name !== 'reference'))('writes %s', (_, hex, values) => {
    expect(encodeAmf0(...values).toString('hex')).toBe(hex.replaceAll(' ', ''))
  })

  it('writes values that decode to the same', () => {
    const values: AmfValue[] = [
      'ä'.repeat(40_000),
      [1, [null]],
      amfObject({ '': 'x', list: [false, undefined], deep: amfObject({}) }),
    ]
    expect(decodeAmf0(encodeAmf0(...values), defaultRtmpLimits)).toEqual(values)
  })
})
