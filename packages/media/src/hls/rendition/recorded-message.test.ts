import { expect, test } from 'vitest'
import { readHead, readRuns } from '../../fmp4/fragment-reader.ts'
import { decrypt, encrypt } from '../encryption.ts'
import { encode, feed } from '../testing/encoder.ts'
import { get, open, testKeys } from '../testing/viewer.ts'
import type { ClosedSegment } from './closed-segment.ts'
import { RecordedMessage } from './recorded-message.ts'

const encryption = { keyNumber: 1, key: new Uint8Array(16).fill(7), iv: new Uint8Array(16).fill(9) }

/** A box that readers of samples skip. */
function box(bytes: number): Buffer {
  const free = Buffer.alloc(bytes, bytes)
  free.writeUInt32BE(bytes)
  free.write('free', 4)
  return free
}

test.for([
  { keys: testKeys, name: 'encrypted' },
  { keys: undefined, name: 'plain' },
])('what is recorded of a segment is what is served for it: $name', async ({ keys }) => {
  const segments: ClosedSegment[] = []
  const { stream, source } = open({ ...(keys && { keys }), onSegment: (segment) => segments.push(segment) })
  feed(source, await encode({ seconds: 9 }))
  stream.end()
  expect(segments.length).toBeGreaterThan(2)
  for (const { sequence, pieces, heads, encryption, size } of segments) {
    expect(pieces.length).toBeGreaterThan(1)
    const recorded = Buffer.concat(pieces)
    const { body } = await get(stream, `source/seg-${sequence}.m4s`)
    expect(recorded.equals(body as Uint8Array)).toBe(true)
    const plain =
      keys && encryption
        ? decrypt(recorded, { ...encryption, key: keys.keyAt(encryption.keyNumber * 60_000).key })
        : recorded
    expect(plain.length).toBe(size)
    expect(heads.flatMap(readHead)).toEqual(readRuns(plain))
  }
})

test('a first part of any length continues into the same message as one that is encrypted at once', () => {
  for (const lengths of [[8], [15, 40], [16, 16], [17, 8, 31], [32, 9], [4096, 100_000, 11]]) {
    const parts = lengths.map(box)
    const message = new RecordedMessage(encryption)
    for (const part of parts) message.add(part, encrypt([part], encryption))
    expect(Buffer.concat(message.end().pieces)).toEqual(encrypt(parts, encryption))
  }
})

test('its memory is given back at once, and not that of the part which is served', () => {
  const parts = [4096, 100_000, 50_000].map(box)
  const served = parts.map((part) => encrypt([part], encryption))
  const kept = served.map((body) => Buffer.from(body))
  const message = new RecordedMessage(encryption)
  parts.forEach((part, index) => {
    message.add(part, served[index] as Uint8Array)
  })
  const { pieces, release } = message.end()
  expect(pieces.map(({ length }) => length)).toEqual([4096, 0, 100_000, 50_000, 16])
  release()
  release()
  expect(pieces.map(({ length }) => length)).toEqual([4096, 0, 0, 0, expect.any(Number)])
  expect(served).toEqual(kept)
})
