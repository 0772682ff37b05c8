import { describe, expect, it } from 'vitest'
import { SampleRing } from './sample-ring.ts'

const sampleRateHz = 1000

/** Samples that count up from `first`. */
function block(startMs: number, first: number, length = 10, channels = 1) {
  const samples = () => Float32Array.from({ length }, (_, index) => first + index)
  return { startMs, sampleRateHz, channels: Array.from({ length: channels }, samples) }
}

describe('the ring of samples', () => {
  it('reads blocks that follow each other as one, although their times are rounded', () => {
    const ring = new SampleRing()
    ring.write(block(5000, 0))
    ring.write(block(5010.4, 10))
    const at = ring.positionOf(5008)
    expect([0, 1, 2, 3].map((step) => ring.sampleAt(0, at + step))).toEqual([8, 9, 10, 11])
    expect(ring.sampleAt(0, at + 0.25)).toBeCloseTo(8.25)
  })

  it('is silent where there is no sound, and in gaps', () => {
    const ring = new SampleRing()
    ring.write(block(5000, 1))
    ring.write(block(5030, 31))
    expect(ring.sampleAt(0, ring.positionOf(4999))).toBe(0)
    expect(ring.sampleAt(0, ring.positionOf(5020))).toBe(0)
    expect(ring.sampleAt(0, ring.positionOf(5030))).toBe(31)
    expect(ring.sampleAt(0, ring.positionOf(5041))).toBe(0)
  })

  it('takes sound that was sent twice once', () => {
    const ring = new SampleRing()
    ring.write(block(5000, 0))
    ring.write(block(5004, 100))
    expect(ring.sampleAt(0, ring.positionOf(5009))).toBe(9)
    expect(ring.sampleAt(0, ring.positionOf(5010))).toBe(106)
    ring.write(block(5002, 500))
    expect(ring.sampleAt(0, ring.positionOf(5013))).toBe(109)
    expect(ring.sampleAt(0, ring.positionOf(5014))).toBe(0)
  })

  it('keeps the last four seconds, and begins anew at another time or rate', () => {
    const ring = new SampleRing()
    for (let second = 0; second < 6; second += 1) ring.write(block(second * 1000, second * 1000, 1000))
    expect(ring.sampleAt(0, ring.positionOf(1999))).toBe(0)
    expect(ring.sampleAt(0, ring.positionOf(2000))).toBe(2000)
    expect(ring.sampleAt(0, ring.positionOf(5999))).toBe(5999)
    ring.write(block(60_000, 7))
    expect(ring.sampleAt(0, ring.positionOf(60_000))).toBe(7)
    ring.write({ ...block(60_010, 3), sampleRateHz: 2000 })
    expect(ring.sampleAt(0, ring.positionOf(60_010))).toBe(3)
  })

  it('plays mono on both sides', () => {
    const ring = new SampleRing()
    ring.write(block(5000, 5))
    expect(ring.sampleAt(1, 0)).toBe(5)
  })
})
