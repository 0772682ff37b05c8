import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { readVideoTag } from '../flv/flv-tag.ts'
import { flvTags } from '../rtmp/testing/flv-file.ts'
import { avcRecord } from '../rtmp/testing/media-messages.ts'
import { classifyAvc, parseAvcConfiguration } from './avc.ts'

/** Encodes with ffmpeg. Returns the FLV tags and what ffprobe reports. */
function encode(size: string, ...options: string[]) {
  const source = ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=0.2`]
  const file = execFileSync('ffmpeg', [
    ...source,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    ...options,
    '-f',
    'flv',
    'pipe:1',
  ])
  const probe = execFileSync('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', '-f', 'flv', 'pipe:0'], {
    input: file,
  })
  const stream = (JSON.parse(probe.toString()) as { streams: { width: number; height: number; level: number }[] })
    .streams[0]!
  const tags = flvTags(file)
    .filter((tag) => tag.type === 9)
    .map((tag) => readVideoTag(tag.body))
  return { stream, tags }
}

describe('parseAvcConfiguration (ISO/IEC 14496-15 section 5.3.3.1)', () => {
  it.each([
    ['Baseline', '320x180', ['-pix_fmt', 'yuv420p', '-profile:v', 'baseline'], '42'],
    [
      'Main, cropped on both sides',
      '322x182',
      ['-pix_fmt', 'yuv420p', '-preset', 'veryfast', '-profile:v', 'main'],
      '4d',
    ],
    [
      'High with scaling matrices',
      '640x360',
      ['-pix_fmt', 'yuv420p', '-preset', 'veryfast', '-x264-params', 'cqm=jvt'],
      '64',
    ],
    [
      'High, interlaced, cropped',
      '360x268',
      ['-pix_fmt', 'yuv420p', '-preset', 'veryfast', '-flags', '+ilme+ildct'],
      '64',
    ],
    ['High 4:2:2, cropped', '322x182', ['-pix_fmt', 'yuv422p'], '7a'],
    ['High 4:4:4, cropped', '322x182', ['-pix_fmt', 'yuv444p'], 'f4'],
    ['8K wide', '7680x32', ['-pix_fmt', 'yuv420p', '-preset', 'veryfast'], '64'],
  ])('agrees with ffprobe about %s', (_, size, options, profile) => {
    const { stream, tags } = encode(size, ...options)
    const header = tags.find((tag) => tag.kind === 'config')
    if (header?.kind !== 'config') throw new Error('ffmpeg wrote no header')
    const { config, nalLengthBytes, frameRateHz } = parseAvcConfiguration(header.data)
    expect([config.width, config.height]).toEqual([stream.width, stream.height])
    expect(config.codecString.slice(0, 7)).toBe(`avc1.${profile}`)
    expect(Number.parseInt(config.codecString.slice(-2), 16)).toBe(stream.level)
    expect(nalLengthBytes).toBe(4)
    // x264 declares a fixed rate only for constant frame rates, which ffmpeg does not request by default.
    expect(frameRateHz).toBeUndefined()
    expect(tags.filter((tag) => tag.kind === 'frame').map((tag) => [tag.isKey, classifyAvc(tag.data, 4)])).toEqual([
      [true, 'key'],
      ...Array(4).fill([false, 'picture']),
    ])
  })

  it('reads a declared frame rate', () => {
    const { tags } = encode('320x180', '-pix_fmt', 'yuv420p', '-x264-params', 'force-cfr=1')
    const header = tags.find((tag) => tag.kind === 'config')
    expect(header?.kind === 'config' && parseAvcConfiguration(header.data).frameRateHz).toBe(25)
  })

  it('copies the bytes', () => {
    const record = Uint8Array.from(avcRecord)
    const { config } = parseAvcConfiguration(record)
    record.fill(0)
    expect(Buffer.from(config.description)).toEqual(avcRecord)
    expect(config).toMatchObject({ codecString: 'avc1.4d400a', width: 64, height: 48 })
  })

  it('throws only RangeError, wherever the bytes end or are corrupted', () => {
    for (let length = 0; length < avcRecord.length; length++) {
      for (const bytes of [
        avcRecord.subarray(0, length),
        Buffer.concat([avcRecord.subarray(0, length), Buffer.alloc(40, 0xff)]),
        Buffer.concat([avcRecord.subarray(0, length), Buffer.alloc(40)]),
      ]) {
        try {
          parseAvcConfiguration(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }
    }
  })

  it.each([
    ['another version', (record: Buffer) => record.fill(2, 0, 1)],
    ['lengths of 3 bytes', (record: Buffer) => record.fill(0xfe, 4, 5)],
    ['no parameter set', (record: Buffer) => record.fill(0xe0, 5, 6)],
    ['another NAL unit', (record: Buffer) => record.fill(0x68, 8, 9)],
  ])('refuses %s', (_, corrupt) => {
    expect(() => parseAvcConfiguration(corrupt(Buffer.from(avcRecord)))).toThrow(RangeError)
  })
})

describe('classifyAvc', () => {
  it.each([
    ['00000001 65', 4, 'key'],
    ['00000001 09 00000002 6500', 4, 'key'],
    ['0001 41 0001 65', 2, 'key'],
    ['01 41', 1, 'picture'],
    ['00000001 06 00000001 67', 4, 'no-picture'],
    ['00000000 00000000', 4, 'no-picture'],
    ['', 4, 'no-picture'],
    // A recovery point before a slice of a non-IDR picture (section D.1.8).
    ['00000003 0601c4 00000002 4188', 4, 'picture'],
    ['00000002 65', 4, 'broken'],
    ['00000001 65 0000', 4, 'broken'],
    ['ffffffff 65', 4, 'broken'],
    // Annex B start codes instead of lengths.
    ['00000001 6588 00000001 41', 4, 'broken'],
  ] as const)('classifies %s with lengths of %i as %s', (hex, nalLengthBytes, kind) => {
    expect(classifyAvc(Buffer.from(hex.replaceAll(' ', ''), 'hex'), nalLengthBytes)).toBe(kind)
  })
})
