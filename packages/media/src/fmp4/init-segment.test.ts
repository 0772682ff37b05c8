import { expect, test } from 'vitest'
import type { AudioConfig, VideoConfig } from '../sample.ts'
import { box, u64 } from './box.ts'
import { initSegment } from './init-segment.ts'
import { mediaPart } from './media-part.ts'

const video: VideoConfig = {
  track: 'video',
  codec: 'avc',
  codecString: 'avc1.4d400d',
  width: 160,
  height: 90,
  description: Buffer.from('014d400dffe1', 'hex'),
}
const audio: AudioConfig = {
  track: 'audio',
  codec: 'aac',
  codecString: 'mp4a.40.2',
  sampleRateHz: 48_000,
  channels: 2,
  samplesPerFrame: 1024,
  description: Buffer.from('1190', 'hex'),
}
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'mvex', 'moof', 'traf'])

/** The content of each box by its path. */
function boxes(bytes: Uint8Array, path = '', found = new Map<string, Buffer>()): Map<string, Buffer> {
  const buffer = Buffer.from(bytes)
  for (let offset = 0; offset < buffer.length; ) {
    const size = buffer.readUInt32BE(offset)
    const type = buffer.toString('latin1', offset + 4, offset + 8)
    const content = buffer.subarray(offset + 8, offset + size)
    const name = [`${path}${type}`, `${path}${type}2`].find((candidate) => !found.has(candidate)) ?? type
    found.set(name, content)
    if (containers.has(type)) boxes(content, `${name}/`, found)
    offset += size
  }
  return found
}

test('[ISO/IEC 14496-12 4.2] a box is its size, type and content', () => {
  expect(Buffer.from(box('free', Uint8Array.of(1, 2))).toString('hex')).toBe('0000000a667265650102')
  expect(Buffer.from(u64(2 ** 40 + 5)).toString('hex')).toBe('0000010000000005')
})

test('[ISO/IEC 14496-12 8.8] the initialisation segment describes both tracks and contains no samples', () => {
  const found = boxes(initSegment([video, audio]))
  const tracks = ['tkhd', 'mdia', 'mdia/mdhd', 'mdia/hdlr', 'mdia/minf']
  for (const track of ['moov/trak', 'moov/trak2'])
    for (const name of tracks) expect([...found.keys()]).toContain(`${track}/${name}`)
  expect([...found.keys()].filter((name) => name.includes('edts'))).toEqual([])
  // mdhd version 0: version and flags, two times, then the timescale.
  expect(found.get('moov/trak/mdia/mdhd')?.readUInt32BE(12)).toBe(90_000)
  expect(found.get('moov/trak2/mdia/mdhd')?.readUInt32BE(12)).toBe(48_000)
  expect(found.get('moov/trak/mdia/minf/stbl/stsd')?.toString('hex')).toMatch(/0000000e61766343014d400dffe1$/)
  expect(found.get('moov/trak2/mdia/minf/stbl/stsd')?.toString('hex')).toContain('05808080021190')
})

test('a single track', () => {
  expect([...boxes(initSegment([audio])).keys()]).not.toContain('moov/trak2')
})

test('[ISO/IEC 14496-12 8.8.8, 8.8.12] a part has 64-bit decode times, signed composition offsets, and data offsets that point at the data', () => {
  const frame = (bytes: number[], compositionOffset: number, key: boolean) => {
    return { duration: 3000, compositionOffset, key, data: Uint8Array.from(bytes) }
  }
  const chunks = mediaPart(9, [
    { track: 'video', decodeTime: 2 ** 33, samples: [frame([1, 2, 3], 6000, true), frame([4], -3000, false)] },
    { track: 'audio', decodeTime: 77, samples: [frame([5, 6], 0, true)] },
  ])
  const bytes = Buffer.concat(chunks)
  const found = boxes(bytes)
  expect(found.get('moof/mfhd')?.readUInt32BE(4)).toBe(9)
  expect(found.get('moof/traf/tfdt')?.readUInt8(0)).toBe(1)
  expect(found.get('moof/traf/tfdt')?.readBigUInt64BE(4)).toBe(2n ** 33n)
  const run = found.get('moof/traf/trun') as Buffer
  expect(run.readUInt8(0)).toBe(1)
  expect(run.readInt32BE(12 + 12)).toBe(6000)
  expect(run.readInt32BE(12 + 16 + 12)).toBe(-3000)
  // sample_is_non_sync_sample.
  expect([run.readUInt32BE(12 + 8) & 0x10000, run.readUInt32BE(12 + 16 + 8) & 0x10000]).toEqual([0, 0x10000])
  expect([...bytes.subarray(run.readUInt32BE(8), run.readUInt32BE(8) + 4)]).toEqual([1, 2, 3, 4])
  const second = found.get('moof/traf2/trun') as Buffer
  expect([...bytes.subarray(second.readUInt32BE(8))]).toEqual([5, 6])
})

test('payload is not copied', () => {
  const data = Uint8Array.of(1)
  const run = {
    track: 'video' as const,
    decodeTime: 0,
    samples: [{ duration: 1, compositionOffset: 0, key: true, data }],
  }
  expect(mediaPart(1, [run]).includes(data)).toBe(true)
})
