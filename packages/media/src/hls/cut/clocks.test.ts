import { expect, test } from 'vitest'
import { AudioClock } from './audio-clock.ts'
import { VideoClock } from './video-clock.ts'

test.for([
  [24_000, 1001],
  [25, 1],
  [30_000, 1001],
  [30, 1],
  [50, 1],
  [60_000, 1001],
  [60, 1],
])('the frame rate %i/%i is recognised behind whole milliseconds', ([numerator = 1, denominator = 1]) => {
  const frameTicks = (90_000 * denominator) / numerator
  for (const round of [Math.round, Math.floor]) {
    const clock = new VideoClock(3000)
    const times = Array.from({ length: 400 }, (_, index) => 90 * round((index * frameTicks) / 90))
    clock.seed(times.slice(0, Math.ceil((2 * numerator) / denominator)))
    expect(clock.isSteady).toBe(true)
    const placed = times.map((ticks) => clock.place(ticks, ticks).dtsTicks)
    expect(clock.frameTicks).toBeCloseTo(frameTicks, 6)
    placed.forEach((ticks, index) => {
      expect(Math.abs(ticks - (times[index] ?? 0))).toBeLessThanOrEqual(135)
      if (index > 300) expect(Math.abs(ticks - (placed[index - 1] ?? 0) - frameTicks)).toBeLessThanOrEqual(1)
    })
  }
})

test('frames without a constant rate keep their own times', () => {
  const clock = new VideoClock(3000)
  let ticks = 0
  for (let index = 0; index < 300; index += 1) {
    ticks += [2000, 4200, 3300][index % 3] ?? 0
    const placed = clock.place(ticks, ticks + 9000)
    expect(Math.abs(placed.dtsTicks - ticks)).toBeLessThanOrEqual(135)
    expect(clock.isSteady).toBe(false)
  }
})

test('audio times come from counting samples', () => {
  const clock = new AudioClock(44_100, 1024)
  for (let index = 0; index < 2000; index += 1) {
    const ms = Math.floor((index * 1024 * 1000) / 44_100)
    expect(clock.place(ms * 90)).toBe(index * 1024)
  }
})

test('the audio clock is reset to the sender when the two differ by more than 50 ms', () => {
  const clock = new AudioClock(48_000, 1024)
  expect(clock.place(0)).toBe(0)
  expect(clock.place(90 * 70)).toBe(1024)
  expect(clock.place(90 * 100)).toBe(4800)
  expect(clock.place(90 * 60)).toBeUndefined()
  expect(clock.place(90 * 115)).toBe(5824)
})
