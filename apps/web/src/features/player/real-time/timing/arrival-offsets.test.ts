import { describe, expect, it } from 'vitest'
import { ArrivalOffsets } from './arrival-offsets.ts'

/** Records a frame every 20 ms from `fromMs` on, each this much behind its timestamp. */
function recordSteady(offsets: ArrivalOffsets, fromMs: number, untilMs: number, offsetMs: number): void {
  for (let atMs = fromMs; atMs < untilMs; atMs += 20) offsets.record(atMs - offsetMs, atMs)
}

describe('the offsets of arrival', () => {
  it('are unknown before the first frame', () => {
    expect(new ArrivalOffsets().range(0)).toBeUndefined()
  })

  it('leave out what was sent before the viewer joined, however it arrives', () => {
    const offsets = new ArrivalOffsets()
    // Two seconds of video in three pieces, and then one frame after the other.
    for (let frame = 0; frame < 100; frame += 1) offsets.record(frame * 20, 2000 + Math.floor(frame / 40) * 100)
    expect(offsets.range(2200)).toEqual({ fastestMs: 220, latestMs: 220 })
    recordSteady(offsets, 2220, 4000, 220)
    expect(offsets.range(4000)?.fastestMs).toBe(220)
    // What came with the last frames of before is not told apart, and is no later by much.
    expect(offsets.range(4000)?.latestMs).toBeLessThanOrEqual(270)
  })

  it('remember a single delay for ten seconds, and one that came twice for a minute', () => {
    const offsets = new ArrivalOffsets()
    recordSteady(offsets, 0, 5000, 50)
    offsets.record(5000 - 350, 5000)
    recordSteady(offsets, 5020, 14_000, 50)
    expect(offsets.range(14_000)).toEqual({ fastestMs: 50, latestMs: 350 })
    recordSteady(offsets, 14_000, 20_000, 50)
    expect(offsets.range(20_000)).toEqual({ fastestMs: 50, latestMs: 50 })
    offsets.record(20_000 - 300, 20_000)
    recordSteady(offsets, 20_020, 40_000, 50)
    expect(offsets.range(40_000)).toEqual({ fastestMs: 50, latestMs: 300 })
    recordSteady(offsets, 40_000, 90_000, 50)
    expect(offsets.range(90_000)).toEqual({ fastestMs: 50, latestMs: 50 })
  })

  it('remember a delay that the playback had to wait for, for a minute', () => {
    const offsets = new ArrivalOffsets()
    recordSteady(offsets, 0, 5000, 50)
    offsets.record(5000 - 350, 5000)
    offsets.wereMissed(4800)
    recordSteady(offsets, 5020, 60_000, 50)
    expect(offsets.range(60_000)).toEqual({ fastestMs: 50, latestMs: 350 })
    recordSteady(offsets, 60_000, 70_000, 50)
    expect(offsets.range(70_000)).toEqual({ fastestMs: 50, latestMs: 50 })
  })

  it('forget what was when an encoder sends what it had kept back', () => {
    const offsets = new ArrivalOffsets()
    recordSteady(offsets, 0, 5000, 50)
    // Ten seconds of media in two: from then on the timestamps are ahead by eight.
    for (let frame = 0; frame < 500; frame += 1) offsets.record(5000 + frame * 20, 5000 + frame * 4)
    recordSteady(offsets, 7000, 17_000, -8000)
    expect(offsets.range(17_000)).toEqual({ fastestMs: -8000, latestMs: -8000 })
  })

  it('begin anew after a restart', () => {
    const offsets = new ArrivalOffsets()
    recordSteady(offsets, 0, 5000, 900)
    offsets.restart()
    recordSteady(offsets, 5000, 7000, 50)
    expect(offsets.range(7000)).toEqual({ fastestMs: 50, latestMs: 50 })
  })
})
