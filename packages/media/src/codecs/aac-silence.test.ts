import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { isSilentAacFrame } from './aac-silence.ts'

/** Encodes two seconds of a source with ffmpeg. Returns the frames without their ADTS headers. */
function encode(source: string, channels: number): Uint8Array[] {
  const input = ['-v', 'error', '-f', 'lavfi', '-i', source, '-t', '2', '-ac', String(channels)]
  const file = execFileSync('ffmpeg', [...input, '-c:a', 'aac', '-b:a', '128k', '-f', 'adts', '-'])
  const frames: Uint8Array[] = []
  // aac_frame_length of adts_fixed_header (ISO/IEC 14496-3 section 1.A.2.2).
  for (let at = 0; at < file.length; ) {
    const length = ((file.readUInt32BE(at + 2) >>> 5) & 0x1fff) as number
    frames.push(file.subarray(at + 7, at + length))
    at += length
  }
  return frames
}

describe('isSilentAacFrame', () => {
  it.each([1, 2, 6])('recognises silence in %i channels', (channels) => {
    const frames = encode('anullsrc=r=48000:cl=stereo', channels)
    expect(frames.length).toBeGreaterThan(80)
    expect(frames.filter(isSilentAacFrame)).toHaveLength(frames.length)
  })

  it.each(['sine=440:r=48000', 'anoisesrc=a=0.001:r=48000'])('does not take %s for silence', (source) => {
    const frames = encode(source, 2)
    // The first frames contain the encoder's priming samples.
    expect(frames.slice(3, -3).filter(isSilentAacFrame)).toEqual([])
  })

  it('does not take one audible channel of two for silence', () => {
    const frames = encode('aevalsrc=0|0.5*sin(880*t):s=48000', 2)
    expect(frames.slice(3, -3).filter(isSilentAacFrame)).toEqual([])
  })

  it('does not take invalid bytes for silence', () => {
    expect(isSilentAacFrame(new Uint8Array(0))).toBe(false)
    expect(isSilentAacFrame(Uint8Array.of(0xff, 0xff, 0xff))).toBe(false)
    expect(isSilentAacFrame(new Uint8Array(4000))).toBe(false)
  })
})
