import { describe, expect, it } from 'vitest'
import { PlayoutClock } from './playout-clock.ts'
import { SoundTime } from './sound-time.ts'

describe('the clock of the playback', () => {
  it('counts from where it was started, at its rate', () => {
    const clock = new PlayoutClock()
    expect(clock.mediaAt(1000)).toBeUndefined()
    expect(clock.dueAt(0)).toBe(Number.POSITIVE_INFINITY)
    clock.jump(50_000, 1000)
    expect(clock.mediaAt(1500)).toBe(50_500)
    clock.setRate(0.5, 2000)
    expect(clock.mediaAt(3000)).toBe(51_500)
    expect(clock.dueAt(52_000)).toBe(4000)
  })

  it('stands still while it is held, and goes on from there', () => {
    const clock = new PlayoutClock()
    clock.jump(50_000, 1000)
    clock.setRate(0, 2000)
    expect(clock.mediaAt(9000)).toBe(51_000)
    expect(clock.dueAt(51_500)).toBe(Number.POSITIVE_INFINITY)
    clock.setRate(1, 9000)
    expect(clock.mediaAt(9500)).toBe(51_500)
  })

  it('changes to the clock of the sound and back without a jump, and follows its drift meanwhile', () => {
    const clock = new PlayoutClock()
    clock.jump(50_000, 1000)
    const sound = new SoundTime()
    sound.record(7, 1500)
    clock.setBase(sound, 1500)
    expect(clock.mediaAt(1500)).toBe(50_500)
    expect(clock.segment).toEqual({ baseMs: 7, mediaMs: 50_500, rate: 1 })
    expect(clock.dueAt(51_000)).toBe(2000)
    // The hardware is 5 ms slow; a single reading is not believed.
    sound.record(1002, 2500)
    sound.record(2002, 3500)
    expect(clock.mediaAt(3500)).toBe(52_495)
    sound.record(2902, 4500)
    expect(clock.mediaAt(4500)).toBe(53_495)
  })
})
