import { describe, expect, it } from 'vitest'
import { encodeTracks } from '../rtmp/testing/enhanced-messages.ts'
import { parseAv1Configuration } from './av1.ts'
import { classifyHevc, parseHevcConfiguration } from './hevc.ts'
import { opusPacketSamples, parseOpusConfiguration } from './opus.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const still = ['-f', 'lavfi', '-i', 'testsrc2=size=322x182:rate=5:duration=0.4', '-pix_fmt', 'yuv420p']
const hevcTrack = encodeTracks(
  ...still,
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-x265-params',
  'log-level=error',
)[0]!
const av1Track = encodeTracks(...still, '-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime')[0]!
const hevc = hevcTrack.configuration
const av1 = av1Track.configuration

/** Corrupts a record in many ways. The parser must return or throw RangeError. */
function expectOnlyRangeErrors(record: Buffer, parse: (record: Buffer) => unknown): void {
  const corrupted: Buffer[] = []
  for (let length = 0; length <= record.length; length++) {
    const head = record.subarray(0, length)
    corrupted.push(head, Buffer.concat([head, Buffer.alloc(40, 0xff)]), Buffer.concat([head, Buffer.alloc(40)]))
    for (const bit of [1, 0x80]) {
      const flipped = Buffer.from(record)
      if (length < record.length) flipped[length] = flipped[length]! ^ bit
      corrupted.push(flipped)
    }
  }
  for (const bytes of corrupted) {
    try {
      parse(bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
  }
}

describe('HEVC', () => {
  it.each([
    // Profile space B, tier High, compatibility flag 2 alone, two constraint bytes (ISO/IEC 14496-15 Annex E.3).
    ['01 a2 20000000 9008 00000000 78', 'hvc1.B2.4.H120.90.8'],
    ['01 01 60000000 b00000000000 5d', 'hvc1.1.6.L93.B0'],
    ['01 01 60000000 000000000000 5d', 'hvc1.1.6.L93'],
  ])('writes %s as %s', (head, expected) => {
    const record = Buffer.concat([bytes(head), hevc.subarray(bytes(head).length)])
    expect(parseHevcConfiguration(record).config.codecString).toBe(expected)
  })

  it.each([
    ['a future version', 0, 2],
    ['lengths of 3 bytes', 21, 0xfe],
    ['no parameter sets', 22, 0],
  ])('refuses %s', (_, at, value) => {
    const record = Buffer.from(hevc)
    record[at] = value
    expect(() => parseHevcConfiguration(record)).toThrow(RangeError)
  })

  it('throws only RangeError', () => expectOnlyRangeErrors(hevc, parseHevcConfiguration))

  it.each([
    ['an IDR picture', '00000003 2601af', 'key'],
    ['a clean random access picture after its parameter sets', '00000002 4001 00000003 2a01af', 'key'],
    ['a trailing picture', '00000003 0201af', 'picture'],
    ['a leading picture of an open GOP', '00000003 1201af', 'picture'],
    ['only supplemental information', '00000003 4e0105', 'no-picture'],
    ['a NAL unit type that is reserved', '00000003 2c01af', 'no-picture'],
    ['a length past the end', '00000009 2601af', 'broken'],
  ])('classifies %s (H.265 Table 7-1)', (_, hex, kind) => {
    expect(classifyHevc(bytes(hex), 4)).toBe(kind)
  })
})

describe('AV1', () => {
  const configured = parseAv1Configuration(av1)!
  const frame = av1Track.samples[0]!.data

  it('recognises key frames and removes delimiters', () => {
    const unit = configured.readAccessUnit(Buffer.concat([bytes('1200'), frame]))
    expect(unit.kind).toBe('key')
    expect(Buffer.from(unit.data)).toEqual(frame)
    expect(av1Track.samples.map(({ data }) => configured.readAccessUnit(data).kind)).toEqual(['key', 'picture'])
  })

  it.each([
    // frame OBU: show_existing_frame, frame_type, show_frame (section 5.9.2).
    ['a key frame that is shown', '3201 10', 'key'],
    ['a key frame that is shown later', '3201 00', 'picture'],
    ['an inter frame', '3201 30', 'picture'],
    ['a frame shown again', '1a01 80', 'picture'],
    ['a unit without a size', '30 10', 'key'],
    ['a padding unit', '7a01 80', 'no-picture'],
    ['nothing', '', 'no-picture'],
    ['a size past the end', '3209 10', 'broken'],
    ['a size without an end', '32 ffffffffffffffffffff', 'broken'],
    ['the forbidden bit', 'b201 10', 'broken'],
  ])('classifies %s', (_, hex, kind) => {
    expect(configured.readAccessUnit(bytes(hex)).kind).toBe(kind)
  })

  it('reads the sequence header from the first frame when the record has none', () => {
    const bare = av1.subarray(0, 4)
    expect(parseAv1Configuration(bare)).toBeUndefined()
    expect(parseAv1Configuration(bare, bytes('3201 30'))).toBeUndefined()
    const { config } = parseAv1Configuration(bare, frame)!
    expect(config).toMatchObject({ width: 322, height: 182, codecString: configured.config.codecString })
    expect(Buffer.from(config.description)).toEqual(av1)
  })

  it('refuses another version, and throws only RangeError', () => {
    expect(() => parseAv1Configuration(Buffer.concat([bytes('82'), av1.subarray(1)]))).toThrow(RangeError)
    expectOnlyRangeErrors(av1, (record) => parseAv1Configuration(record, frame))
    expectOnlyRangeErrors(frame.subarray(0, 60), (unit) => parseAv1Configuration(av1.subarray(0, 4), unit))
  })
})

describe('Opus', () => {
  const stereo = bytes('4f70757348656164 01 02 3801 80bb0000 0000 00')

  it('rewrites the header as a dOps box (RFC 7845 section 5.1, ISOBMFF section 4.3.2)', () => {
    const { description, ...config } = parseOpusConfiguration(stereo, 960)
    expect(Buffer.from(description).toString('hex')).toBe('000201380000bb80000000')
    expect(config).toMatchObject({ codecString: 'opus', sampleRateHz: 48_000, channels: 2, samplesPerFrame: 960 })
    const surround = bytes('4f70757348656164 01 06 3801 80bb0000 0000 01 04 02 000401020305')
    expect(Buffer.from(parseOpusConfiguration(surround, 960).description).toString('hex')).toBe(
      '0006013800' + '00bb800000' + '01' + '0402000401020305',
    )
  })

  it.each([
    ['another magic', '4f70757354616773 01 02 3801 80bb0000 0000 00'],
    ['a future version', '4f70757348656164 10 02 3801 80bb0000 0000 00'],
    ['no channels', '4f70757348656164 01 00 3801 80bb0000 0000 00'],
    ['three channels without a mapping', '4f70757348656164 01 03 3801 80bb0000 0000 00'],
    ['a mapping that ends early', '4f70757348656164 01 02 3801 80bb0000 0000 01 01'],
    ['ambisonics', '4f70757348656164 01 04 3801 80bb0000 0000 02 04 00 00010203'],
  ])('refuses %s', (_, hex) => {
    expect(() => parseOpusConfiguration(bytes(hex), 960)).toThrow(RangeError)
  })

  it('throws only RangeError', () => expectOnlyRangeErrors(stereo, (header) => parseOpusConfiguration(header, 960)))

  it.each([
    // RFC 6716 Table 2 and section 3.2.
    ['00', 480],
    ['18', 2880],
    ['78', 960],
    ['e0', 120],
    ['fc', 960],
    ['fd', 1920],
    ['fb 03', 2880 / 2 + 1440],
    ['1b 02', 5760],
    ['1b 03', undefined],
    ['fb', undefined],
    ['fb 00', undefined],
    ['', undefined],
  ])('a packet %s has %s samples', (hex, samples) => {
    expect(opusPacketSamples(bytes(hex))).toBe(samples)
  })
})
