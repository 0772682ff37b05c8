import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultRtmpLimits, type RtmpLimits } from '../limits.ts'
import { createChunkReader } from './chunk-reader.ts'
import { encodeChunks } from './chunk-writer.ts'
import type { RtmpMessage } from './message.ts'

function open(limits: Partial<RtmpLimits> = {}, now = () => performance.now()) {
  const messages: RtmpMessage[] = []
  const reader = createChunkReader({
    limits: { ...defaultRtmpLimits, ...limits },
    onMessage: (message) => void messages.push(message),
    now,
  })
  return {
    reader,
    messages,
    read: (...hex: string[]) => reader.read(Buffer.from(hex.join('').replaceAll(' ', ''), 'hex')),
  }
}

const times = (messages: RtmpMessage[]) => messages.map((message) => message.timestampMs)
const payload = (bytes: number) => '41'.repeat(bytes)

describe('chunk headers (RTMP 1.0 section 5.3.1)', () => {
  it('reads the audio example: types 0, 2, 3, 3 (section 5.3.2.1)', () => {
    const { messages, read } = open()
    read('03 0003e8 000020 08 39300000', payload(32))
    read('83 000014', payload(32))
    read('c3', payload(32))
    read('c3', payload(32))
    expect(times(messages)).toEqual([1000, 1020, 1040, 1060])
    expect(messages.map(({ type, streamId, payload }) => [type, streamId, payload.length])).toEqual(
      Array(4).fill([8, 12345, 32]),
    )
  })

  it('reads the video example: one message of 307 bytes in three chunks (section 5.3.2.2)', () => {
    const { messages, read } = open()
    read('04 0003e8 000133 09 3a300000', payload(128), 'c4', payload(128), 'c4', payload(51))
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ timestampMs: 1000, type: 9, streamId: 12346 })
    expect(messages[0]!.payload).toEqual(Buffer.alloc(307, 0x41))
  })

  it('reads type 1: a new length and type on the same message stream', () => {
    const { messages, read } = open()
    read('04 000064 000001 09 01000000', 'aa')
    read('44 000005 000002 08', 'bbcc')
    expect(messages[1]).toMatchObject({ timestampMs: 105, type: 8, streamId: 1, payload: Buffer.from('bbcc', 'hex') })
  })

  it('uses the timestamp of a full header as the delta of a type 3 after it (section 5.3.1.2.4)', () => {
    const { messages, read } = open()
    read('04 000021 000001 09 01000000', 'aa', 'c4', 'bb', 'c4', 'cc')
    expect(times(messages)).toEqual([33, 66, 99])
  })

  it('accepts a stream that begins with type 1, as librtmp does', () => {
    const { messages, read } = open()
    read('42 000000 000006 04', '000300000001')
    expect(messages[0]).toMatchObject({ type: 4, streamId: 0 })
  })

  it.each(['82 000000', 'c2'])('refuses a stream that begins with %s', (header) => {
    expect(() => open().read(header, payload(8))).toThrow('begins without a header')
  })

  it('reads basic headers of 1, 2 and 3 bytes (section 5.3.1.1)', () => {
    const { messages, read } = open()
    read('3f 000001 000001 09 01000000', '01')
    // Chunk stream 319 in both forms, then 65599, the highest.
    read('00ff 000002 000082 09 01000000', payload(128), 'c1ff00', payload(2))
    read('01ffff 000004 000001 09 01000000', '04')
    expect(messages.map(({ timestampMs, payload }) => [timestampMs, payload.length])).toEqual([
      [1, 1],
      [2, 130],
      [4, 1],
    ])
  })

  it('reads a message without payload', () => {
    const { messages, read } = open()
    read('04 000001 000000 09 01000000', '44 000001 000001 08', 'aa')
    expect(messages.map((message) => message.payload.length)).toEqual([0, 1])
  })

  it('adds deltas modulo 2^32, so that they can be negative', () => {
    const { messages, read } = open()
    read('04 000064 000001 09 01000000', 'aa', '84 ffffff fffffff6', 'bb')
    expect(times(messages)).toEqual([100, 90])
  })
})

describe('extended timestamps (section 5.3.1.3)', () => {
  const first = '04 ffffff 000104 09 01000000 01000000'
  const rest = [payload(128), payload(128), payload(4)] as const

  it('reads them when type 3 chunks repeat them', () => {
    const { messages, read } = open()
    read(first, rest[0], 'c4 01000000', rest[1], 'c4 01000000', rest[2])
    expect(times(messages)).toEqual([0x1000000])
    expect(messages[0]!.payload).toEqual(Buffer.alloc(260, 0x41))
  })

  it('reads type 3 chunks of senders that omit them', () => {
    const { messages, read } = open()
    read(first, rest[0], 'c4', rest[1], 'c4', rest[2])
    expect(messages[0]!.payload).toEqual(Buffer.alloc(260, 0x41))
  })

  it('accepts the absolute time that some senders repeat after an extended delta', () => {
    const { messages, read } = open()
    read('04 000001 000001 09 01000000', 'aa')
    read('44 ffffff 000082 09 01000000', payload(128), 'c4 01000001', payload(2))
    expect(messages[1]!.timestampMs).toBe(0x1000001)
    expect(messages[1]!.payload).toEqual(Buffer.alloc(130, 0x41))
  })

  it.each([
    ['repeated', 'c4 01000000', 'c4 01000000'],
    ['omitted', 'c4', 'c4'],
  ])('decides the same wherever the bytes are split (%s)', (_, second, third) => {
    // Payload that starts like the timestamp delays the decision as long as possible.
    const bytes = Buffer.from(
      [first, rest[0], second, '0100', rest[1].slice(4), third, '010041'].join('').replaceAll(' ', ''),
      'hex',
    )
    bytes.writeUIntBE(128 + 128 + 3, 4, 3)
    const next = Buffer.from('0400000100000109010000007e', 'hex')
    for (let cut = 1; cut < bytes.length; cut++) {
      const { reader, messages } = open()
      reader.read(bytes.subarray(0, cut))
      reader.read(bytes.subarray(cut))
      reader.read(next)
      expect(
        messages.map((message) => message.payload.length),
        `cut at ${cut}`,
      ).toEqual([259, 1])
      expect(messages[0]!.payload.subarray(128, 130)).toEqual(Buffer.from('0100', 'hex'))
    }
  })

  it('begins a new message with type 3 after an extended delta', () => {
    const { messages, read } = open()
    read('04 000000 000001 09 01000000', 'aa', '84 ffffff 01000000', 'bb', 'c4 01000000', 'cc')
    expect(times(messages)).toEqual([0, 0x1000000, 0x2000000])
  })
})

describe('protocol control (section 5.4)', () => {
  const setChunkSize = (size: number) => `02 000000 000004 01 00000000 ${size.toString(16).padStart(8, '0')}`

  it.each([1, 127, 4096, 60_000, 65_536, 0x7fffffff])('obeys a chunk size of %i', (size) => {
    const { reader, messages, read } = open()
    read(setChunkSize(size))
    // With chunks of one byte, the message has to stay below the limit of small chunks.
    const body = Buffer.alloc(size === 1 ? 40_000 : 70_000, 9)
    reader.read(encodeChunks({ type: 9, streamId: 1, timestampMs: 5, payload: body }, 4, size))
    expect(messages).toHaveLength(1)
    expect(body.equals(messages[0]!.payload)).toBe(true)
  })

  it('obeys a chunk size that arrives between the chunks of a message', () => {
    const { messages, read } = open()
    read('04 000000 000100 09 01000000', payload(128), setChunkSize(100), 'c4', payload(100), 'c4', payload(28))
    expect(messages[0]!.payload).toHaveLength(256)
  })

  it.each([0, 0x80000000, 0xffffffff])('refuses a chunk size of %i', (size) => {
    expect(() => open().read(setChunkSize(size))).toThrow('chunk size out of range')
  })

  it('discards a message on Abort', () => {
    const { reader, messages, read } = open()
    read('04 000000 000100 09 01000000', payload(128), '02 000000 000004 02 00000000 00000004')
    expect(reader.heldBytes).toBe(0)
    read('04 000007 000001 09 01000000', 'aa')
    expect(messages).toMatchObject([{ timestampMs: 7 }])
  })
})

describe('interleaving and splitting', () => {
  it('keeps the messages of several chunk streams apart', () => {
    const { messages, read } = open()
    read('04 000000 000102 09 01000000', payload(128), '06 000000 000084 08 01000000', '42'.repeat(128))
    read('c4', payload(128), 'c6', '42'.repeat(4), 'c4', payload(2))
    expect(messages.map(({ type, payload }) => [type, payload.length, new Set(payload).size])).toEqual([
      [8, 132, 1],
      [9, 258, 1],
    ])
  })

  it('reads a recording of ffmpeg, however it is split', () => {
    const recording = readFileSync(new URL('../testing/corpus/ffmpeg-5.1.bin', import.meta.url)).subarray(3073)
    const whole = open()
    whole.reader.read(recording)
    expect(whole.messages.map((message) => message.type).slice(0, 8)).toEqual([20, 20, 20, 20, 20, 18, 9, 8])
    expect(whole.reader.heldBytes).toBe(0)
    for (const step of [1, 2, 3, 5, 7, 11, 13, 127, 4095]) {
      const { reader, messages } = open()
      for (let start = 0; start < recording.length; start += step) reader.read(recording.subarray(start, start + step))
      expect(messages, `steps of ${step}`).toEqual(whole.messages)
    }
  })
})

describe('limits', () => {
  it('refuses a message longer than the limit by its header alone', () => {
    const { read } = open()
    expect(() => read('04 000000 a00001 09 01000000')).toThrow('message too long')
  })

  it('does not allocate the declared length', () => {
    const { reader, read } = open()
    read('04 000000 a00000 09 01000000', payload(1))
    expect(reader.heldBytes).toBeLessThanOrEqual((10 * 1024 * 1024) / 64)
  })

  it('holds at most 12 MB, whatever is sent', () => {
    const { reader, read } = open()
    const chunk = Buffer.alloc(256 * 1024)
    read('02 000000 000004 01 00000000 00040000')
    let mostBytes = 0
    const flood = () => {
      for (let round = 0; round < 41; round++) {
        for (let id = 3; id < 63; id++) {
          const header = id.toString(16).padStart(2, '0')
          read(round === 0 ? `${header} 000000 a00000 09 01000000` : (0xc0 | id).toString(16))
          reader.read(chunk)
          mostBytes = Math.max(mostBytes, reader.heldBytes)
        }
      }
    }
    expect(flood).toThrow('too much unfinished data')
    expect(mostBytes).toBeLessThanOrEqual(12_000_000)
  })

  it('accepts a message of exactly the limit', () => {
    const { reader, messages } = open()
    const body = Buffer.alloc(defaultRtmpLimits.maxMessageBytes, 3)
    reader.read(encodeChunks({ type: 9, streamId: 1, timestampMs: 0, payload: body }, 4, 128))
    expect(messages[0]!.payload.length).toBe(body.length)
    expect(reader.heldBytes).toBe(0)
  })

  it('refuses the 65th chunk stream', () => {
    const { read } = open()
    for (let id = 0; id < 64; id++) read(`00${id.toString(16).padStart(2, '0')} 000000 000000 09 01000000`)
    expect(() => read('0040 000000 000000 09 01000000')).toThrow('too many chunk streams')
  })

  it('refuses too many small chunks per second, but not a steady few', () => {
    let nowMs = 0
    const { read, messages } = open({ maxSmallChunksPerSecond: 100 }, () => nowMs)
    for (let second = 0; second < 5; second++) {
      for (let index = 0; index < 90; index++) read('04 000000 000001 09 01000000 aa')
      nowMs += 1000
    }
    expect(messages).toHaveLength(450)
    expect(() => read('04 000000 000001 09 01000000 aa'.repeat(101))).toThrow('too many small chunks')
  })
})
