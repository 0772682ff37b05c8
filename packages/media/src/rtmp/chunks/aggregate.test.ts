import { expect, it } from 'vitest'
import { unpackAggregate } from './aggregate.ts'
import { messageTypes } from './message.ts'

/** Type, 24-bit size, 24-bit time and its high byte, stream id, body, back pointer (FLV 10.1 Annex E.4.1). */
const tag = (type: string, timeHex: string, body: string) => {
  const length = (body.length / 2).toString(16).padStart(6, '0')
  return `${type}${length}${timeHex}000000${body}${'00000000'}`
}
const unpack = (hex: string, timestampMs: number) => [
  ...unpackAggregate({ type: messageTypes.aggregate, streamId: 1, timestampMs, payload: Buffer.from(hex, 'hex') }),
]

it('returns the messages inside, shifted to the time of the aggregate (RTMP 1.0 section 7.1.6)', () => {
  const hex =
    tag('08', '00000a00', 'af01') +
    tag('09', '00001400', '27') +
    tag('12', '00001400', '') +
    tag('07', '00001400', 'ff')
  expect(unpack(hex, 1000)).toEqual([
    { type: 8, streamId: 1, timestampMs: 1000, payload: Buffer.of(0xaf, 1) },
    { type: 9, streamId: 1, timestampMs: 1010, payload: Buffer.of(0x27) },
    { type: 18, streamId: 1, timestampMs: 1010, payload: Buffer.alloc(0) },
  ])
})

it('reads the high byte of the time and wraps', () => {
  expect(
    unpack(tag('08', 'fffff0ff', 'aa') + tag('08', '00001000', 'bb'), 0xfffffff0).map((part) => part.timestampMs),
  ).toEqual([0xfffffff0, 0x10])
})

it('ends where the bytes end, with or without the last back pointer', () => {
  const hex = tag('08', '00000a00', 'af01')
  for (let bytes = 0; bytes < hex.length / 2; bytes++) {
    expect(unpack(hex.slice(0, 2 * bytes), 0)).toHaveLength(bytes < 13 ? 0 : 1)
  }
  expect(unpack(`09ffffff${'00'.repeat(20)}`, 0)).toEqual([])
})
