import { describe, expect, it } from 'vitest'
import { readEnhancedAudio, readEnhancedVideo } from './enhanced-tag.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const [avc1, hvc1, av01, mp4a, opus] = ['61766331', '68766331', '61763031', '6d703461', '4f707573']

describe('readEnhancedVideo (Enhanced RTMP v2, ExVideoTagHeader)', () => {
  it.each([
    ['avc', avc1],
    ['hevc', hvc1],
    ['av1', av01],
  ])('reads the sequence start of %s', (codec, fourCc) => {
    expect(readEnhancedVideo(bytes(`90 ${fourCc} 0142`))).toEqual({ kind: 'config', codec, data: bytes('0142') })
  })

  it('reads coded frames: with a composition time for AVC and HEVC, without one for AV1', () => {
    const frame = { kind: 'frame', isKey: true, data: bytes('aabb') }
    for (const [codec, fourCc] of [
      ['avc', avc1],
      ['hevc', hvc1],
    ]) {
      expect(readEnhancedVideo(bytes(`91 ${fourCc} 000043 aabb`))).toEqual({ ...frame, codec, compositionTimeMs: 67 })
      expect(readEnhancedVideo(bytes(`91 ${fourCc} ffffff aabb`))).toEqual({ ...frame, codec, compositionTimeMs: -1 })
    }
    expect(readEnhancedVideo(bytes(`91 ${av01} aabb`))).toEqual({ ...frame, codec: 'av1', compositionTimeMs: 0 })
  })

  it('reads coded frames whose composition time is 0 (CodedFramesX)', () => {
    const frame = { kind: 'frame', isKey: false, compositionTimeMs: 0, data: bytes('aa') }
    expect(readEnhancedVideo(bytes(`a3 ${hvc1} aa`))).toEqual({ ...frame, codec: 'hevc' })
    expect(readEnhancedVideo(bytes(`a3 ${av01} aa`))).toEqual({ ...frame, codec: 'av1' })
  })

  it.each([
    ['the end of a sequence', `92 ${hvc1}`],
    ['metadata', '94 02 0009 636f6c6f72496e666f'],
    ['metadata with a codec, as in v1', `94 ${hvc1} 02`],
    ['a command', 'd0 00'],
    ['an MPEG-2 TS sequence start', `95 ${av01} 80`],
    ['an empty frame', `91 ${av01}`],
    ['an empty sequence start', `90 ${av01}`],
    ['a reserved packet', `98 ${av01} 00`],
  ])('ignores %s', (_, hex) => {
    expect(readEnhancedVideo(bytes(hex))).toEqual({ kind: 'nothing' })
  })

  it('ignores modifiers before a packet (ModEx)', () => {
    const expected = { kind: 'frame', codec: 'av1', isKey: true, compositionTimeMs: 0, data: bytes('aa') }
    // Three bytes of nanoseconds (size - 1 = 2), then their type (0) and the packet type.
    expect(readEnhancedVideo(bytes(`97 02 0003e8 01 ${av01} aa`))).toEqual(expected)
    expect(readEnhancedVideo(bytes(`97 02 0003e8 07 00 ff 01 ${av01} aa`))).toEqual(expected)
    // A size of 256 or more follows in 16 bits.
    const long = Buffer.concat([bytes('97 ff 0100'), Buffer.alloc(257), bytes(`01 ${av01} aa`)])
    expect(readEnhancedVideo(long)).toEqual(expected)
  })

  it.each(['90', '90 617663', `91 ${hvc1} 0000`, '97', '97 02 0003e8', '97 ff', '97 00'])(
    'reports %s as broken',
    (hex) => {
      expect(readEnhancedVideo(bytes(hex))).toEqual({ kind: 'broken' })
    },
  )

  it.each([
    ['96 01 617663', 'This encoder sends several videos at once (multitrack). Choose a single video in your encoder.'],
    ['90 76703039 00', 'This encoder sends VP9. Choose H.264 in your encoder.'],
    ['90 76766331 00', 'This encoder sends H.266 (VVC). Choose H.264 in your encoder.'],
    ['90 ffffffff 00', 'This encoder sends an unknown codec. Choose H.264 in your encoder.'],
  ])('gives the reason why %s is not supported', (hex, reason) => {
    expect(readEnhancedVideo(bytes(hex))).toEqual({ kind: 'unsupported', reason })
  })
})

describe('readEnhancedAudio (Enhanced RTMP v2, ExAudioTagHeader)', () => {
  it.each([
    ['aac', mp4a],
    ['opus', opus],
  ])('reads headers, frames and ends of %s', (codec, fourCc) => {
    expect(readEnhancedAudio(bytes(`90 ${fourCc} 1208`))).toEqual({ kind: 'config', codec, data: bytes('1208') })
    expect(readEnhancedAudio(bytes(`91 ${fourCc} aa`))).toEqual({ kind: 'frame', codec, data: bytes('aa') })
    expect(readEnhancedAudio(bytes(`97 00 00 01 ${fourCc} aa`))).toMatchObject({ kind: 'frame', codec })
    for (const type of ['91', '92', '94'])
      expect(readEnhancedAudio(bytes(`${type} ${fourCc}`))).toEqual({ kind: 'nothing' })
  })

  it.each(['91', '91 4f70', '97', '97 ff ff'])('reports %s as broken', (hex) => {
    expect(readEnhancedAudio(bytes(hex))).toEqual({ kind: 'broken' })
  })

  it.each([
    ['95 01', 'This encoder sends several sound tracks at once (multitrack). Choose a single one.'],
    ['90 664c6143', 'This encoder sends FLAC sound. Choose AAC in your encoder.'],
    ['90 00000000', 'This encoder sends unknown sound. Choose AAC in your encoder.'],
  ])('gives the reason why %s is not supported', (hex, reason) => {
    expect(readEnhancedAudio(bytes(hex))).toEqual({ kind: 'unsupported', reason })
  })
})
