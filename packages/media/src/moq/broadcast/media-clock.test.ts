import { beforeEach, describe, expect, it } from 'vitest'
import type { Sample, TrackKind } from '../../sample.ts'
import { MediaClock } from './media-clock.ts'

let nowMs: number
let clock: MediaClock

beforeEach(() => {
  nowMs = 1_800_000_000_000
  clock = new MediaClock(() => nowMs)
})

function place(track: TrackKind, dtsMs: number, leadMs = 0): number {
  const sample: Sample = { track, dtsMs, ptsMs: dtsMs + leadMs, key: true, data: Uint8Array.of(1) }
  return dtsMs + clock.offsetMs(sample) - 1_800_000_000_000
}

describe('the timeline of a broadcast', () => {
  it('begins with the wall clock and continues with the sender', () => {
    expect(place('video', 5000)).toBe(0)
    nowMs += 700
    expect(place('audio', 5020)).toBe(20)
    expect(place('video', 5040)).toBe(40)
    expect(place('audio', 4990)).toBe(-10)
  })

  it('never goes back when the sender does', () => {
    place('video', 5000)
    place('video', 7000, 80)
    nowMs += 500
    expect(place('video', 0)).toBe(2080)
    expect(place('audio', 20)).toBe(2100)
  })

  it('continues later when the encoder reconnects', () => {
    place('video', 5000)
    clock.interrupt()
    nowMs += 20_000
    expect(place('video', 5040)).toBe(20_000)
  })

  it('places audio with an unrelated clock by its arrival', () => {
    place('video', 5000)
    nowMs += 40
    expect(place('audio', 900_000)).toBe(40)
    expect(place('video', 5040)).toBe(40)
    expect(place('audio', 900_020)).toBe(60)
  })

  it('has a place for what was made from the source, and none for what was made before a jump', () => {
    place('video', 5000)
    expect(clock.videoOffsetMs(3000)).toBe(clock.videoOffsetMs(5000))
    place('video', 500_000)
    expect(clock.videoOffsetMs(5000)).toBeUndefined()
  })
})
