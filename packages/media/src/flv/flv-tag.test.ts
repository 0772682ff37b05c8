import { describe, expect, it } from 'vitest'
import { readAudioTag, readVideoTag } from './flv-tag.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('readVideoTag (FLV 10.1 Annex E.4.3)', () => {
  it('distinguishes headers, frames and ends of AVC', () => {
    expect(readVideoTag(bytes('17 00 000000 0142'))).toEqual({ kind: 'config', codec: 'avc', data: bytes('0142') })
    expect(readVideoTag(bytes('17 01 000043 aa'))).toEqual({
      kind: 'frame',
      codec: 'avc',
      isKey: true,
      compositionTimeMs: 67,
      data: bytes('aa'),
    })
    expect(readVideoTag(bytes('27 01 ffffde aa'))).toMatchObject({ isKey: false, compositionTimeMs: -34 })
    expect(readVideoTag(bytes('17 02 000000'))).toEqual({ kind: 'nothing' })
  })

  it('ignores commands, empty messages and empty frames', () => {
    for (const hex of ['', '57 00', '27 01 000000', '17 00 000000'])
      expect(readVideoTag(bytes(hex)), hex).toEqual({ kind: 'nothing' })
  })

  it.each(['17', '17 01 0000', '17 03 000000 aa'])('reports %j as broken', (hex) => {
    expect(readVideoTag(bytes(hex))).toEqual({ kind: 'broken' })
  })

  it.each([
    ['1c 00 000000', 'This encoder sends H.265 in the old FLV form (codec id 12). Choose H.264 in your encoder.'],
    ['12 00', 'This encoder sends Sorenson H.263. Choose H.264 in your encoder.'],
    ['1f', 'This encoder sends video codec 15. Choose H.264 in your encoder.'],
  ])('gives the reason why %s is not supported', (hex, reason) => {
    expect(readVideoTag(bytes(hex))).toEqual({ kind: 'unsupported', reason })
  })
})

describe('readAudioTag (FLV 10.1 Annex E.4.2)', () => {
  it('distinguishes headers and frames of AAC', () => {
    expect(readAudioTag(bytes('af 00 1208'))).toEqual({ kind: 'config', codec: 'aac', data: bytes('1208') })
    expect(readAudioTag(bytes('af 01 aabb'))).toEqual({ kind: 'frame', codec: 'aac', data: bytes('aabb') })
    expect(readAudioTag(bytes('af 01'))).toEqual({ kind: 'nothing' })
    for (const hex of ['', 'af 00']) expect(readAudioTag(bytes(hex))).toEqual({ kind: 'nothing' })
    expect(readAudioTag(bytes('af'))).toEqual({ kind: 'broken' })
    expect(readAudioTag(bytes('af 02 aa'))).toEqual({ kind: 'broken' })
  })

  it.each([
    ['2f ff', 'This encoder sends MP3 sound. Choose AAC in your encoder.'],
    ['bf', 'This encoder sends Speex sound. Choose AAC in your encoder.'],
    ['7f', 'This encoder sends format 7 sound. Choose AAC in your encoder.'],
  ])('gives the reason why %s is not supported', (hex, reason) => {
    expect(readAudioTag(bytes(hex))).toEqual({ kind: 'unsupported', reason })
  })
})
