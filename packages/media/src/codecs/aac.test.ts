import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { readAudioTag } from '../flv/flv-tag.ts'
import { flvTags } from '../rtmp/testing/flv-file.ts'
import { parseAacConfiguration } from './aac.ts'

const parse = (bits: string) => {
  const padded = bits.replaceAll(' ', '')
  const bytes = padded.padEnd(Math.ceil(padded.length / 8) * 8, '0').match(/.{8}/g)!
  const {
    description: _,
    track: __,
    codec: ___,
    ...rest
  } = parseAacConfiguration(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
  return rest
}

describe('parseAacConfiguration (ISO/IEC 14496-3 section 1.6.2.1)', () => {
  it.each([
    ['LC 44.1 kHz stereo', '00010 0100 0010 000', 'mp4a.40.2', 44100, 2, 1024],
    ['LC with frames of 960 samples', '00010 0011 0001 100', 'mp4a.40.2', 48000, 1, 960],
    ['LC 5.1', '00010 0011 0110 000', 'mp4a.40.2', 48000, 6, 1024],
    ['LC 7.1', '00010 0011 0111 000', 'mp4a.40.2', 48000, 8, 1024],
    ['an explicit rate', '00010 1111 000000001011101110000000 0010 000', 'mp4a.40.2', 48000, 2, 1024],
    ['SBR before the core', '00101 0110 0010 0011 00010 000', 'mp4a.40.5', 48000, 2, 2048],
    ['PS before the core', '11101 0110 0001 0011 00010 000', 'mp4a.40.29', 48000, 2, 2048],
    ['SBR after the core', '00010 0110 0010 000 01010110111 00101 1 0011', 'mp4a.40.5', 48000, 2, 2048],
    ['PS after the core', '00010 0110 0001 000 01010110111 00101 1 0011 10101001000 1', 'mp4a.40.29', 48000, 2, 2048],
    ['no SBR, signalled explicitly (ffmpeg)', '00010 0100 0001 000 01010110111 00101 0', 'mp4a.40.2', 44100, 1, 1024],
    // Section 4.5.2.1: a stereo pair and a single channel in front, one low frequency channel.
    [
      'a program config element',
      `00010 0011 0000 000 0000 01 0011 0010 0000 0000 01 000 0000 000 ${'1 0000 0 0000'} 0000 00 00000000`,
      'mp4a.40.2',
      48000,
      4,
      1024,
    ],
  ])('reads %s', (_, bits, codecString, sampleRateHz, channels, samplesPerFrame) => {
    expect(parse(bits)).toEqual({ codecString, sampleRateHz, channels, samplesPerFrame })
  })

  it.each([
    ['an early end', '00010 010'],
    ['a reserved rate', '00010 1101 0010 000'],
    ['a rate of 0 Hz', '00010 1111 000000000000000000000000 0010 000'],
    ['reserved channels', '00010 0100 1111 000'],
    ['AAC Main', '00001 0100 0010 000'],
    ['AAC-ELD', '11111 000111 0100 0010 000'],
  ])('throws a RangeError at %s', (_, bits) => {
    expect(() => parse(bits)).toThrow(RangeError)
  })

  it.each([
    [48000, 2],
    [44100, 1],
    [22050, 2],
    [48000, 6],
  ])('agrees with ffmpeg about %i Hz, %i channels', (sampleRateHz, channels) => {
    const file = execFileSync('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', `sine=sample_rate=${sampleRateHz}:duration=0.2`],
      ...['-c:a', 'aac', '-ac', String(channels), '-f', 'flv', 'pipe:1'],
    ])
    const header = flvTags(file)
      .map((tag) => (tag.type === 8 ? readAudioTag(tag.body) : undefined))
      .find((tag) => tag?.kind === 'config')
    if (header?.kind !== 'config') throw new Error('ffmpeg wrote no header')
    expect(parseAacConfiguration(header.data)).toMatchObject({
      codecString: 'mp4a.40.2',
      sampleRateHz,
      channels,
      samplesPerFrame: 1024,
    })
  })
})
