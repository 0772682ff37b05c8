import { describe, expect, it } from 'vitest'
import { createTrackClock } from './track-clock.ts'

const run = (...timestamps: number[]) => {
  const clock = createTrackClock()
  return timestamps.map((timestampMs) => clock.next('video', timestampMs))
}

describe('createTrackClock', () => {
  it('keeps regular times', () => expect(run(0, 33, 67, 100)).toEqual([0, 33, 67, 100]))

  it('continues past 2^32', () => {
    expect(run(0xfffffff0, 0x10, 0x30)).toEqual([4294967280, 4294967312, 4294967344])
  })

  it('continues past 2^32 many times', () => {
    const clock = createTrackClock()
    const stepMs = 2 ** 30
    for (let step = 0; step < 100; step++) expect(clock.next('audio', (step * stepMs) % 2 ** 32)).toBe(step * stepMs)
  })

  it('corrects equal and slightly earlier times, per track', () => {
    expect(run(100, 100, 90, 120)).toEqual([100, 101, 102, 120])
    const clock = createTrackClock()
    expect(clock.next('video', 100)).toBe(100)
    expect(clock.next('audio', 80)).toBe(80)
    expect(clock.next('video', 133)).toBe(133)
    expect(clock.next('audio', 101)).toBe(101)
  })

  it('keeps large steps forward and back', () => {
    expect(run(0, 3_600_000, 3_600_033)).toEqual([0, 3_600_000, 3_600_033])
    expect(run(3_600_000, 0, 33)).toEqual([3_600_000, 0, 33])
  })

  it('keeps tracks together when one wraps first', () => {
    const clock = createTrackClock()
    expect(clock.next('video', 0xfffffff0)).toBe(4294967280)
    expect(clock.next('audio', 0)).toBe(4294967296)
    expect(clock.next('video', 0xfffffffe)).toBe(4294967294)
    expect(clock.next('audio', 21)).toBe(4294967317)
  })

  it('turns a slightly negative time at the start into 0 and does not move the other track', () => {
    const clock = createTrackClock()
    expect(clock.next('audio', 0)).toBe(0)
    expect(clock.next('video', 0xfffffff0)).toBe(0)
    expect(clock.next('audio', 21)).toBe(21)
    expect(clock.next('video', 17)).toBe(17)
  })

  it('always returns integers from 0 to 2^53', () => {
    const clock = createTrackClock()
    let seed = 1
    for (let step = 0; step < 200_000; step++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      const dtsMs = clock.next(seed & 0x10000 ? 'video' : 'audio', step % 3 ? seed : (step * 0x7fffffff) >>> 0)
      if (!Number.isSafeInteger(dtsMs) || dtsMs < 0) expect.fail(`${dtsMs} after ${step} steps`)
    }
  })
})
