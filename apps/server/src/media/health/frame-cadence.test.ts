import { expect, test } from 'vitest'
import { FrameCadence } from './frame-cadence.ts'

/** Reads once a second while frames arrive at these times. */
function play(timesMs: readonly number[], cadence = new FrameCadence()) {
  let read = cadence.read()
  let readAtMs = timesMs[0] ?? 0
  for (const timeMs of timesMs) {
    cadence.push(timeMs)
    if (timeMs - readAtMs < 1000) continue
    readAtMs = timeMs
    read = cadence.read()
  }
  return { ...read, framesPerSecond: read.intervalMs && 1000 / read.intervalMs }
}

/** Times of frames, rounded to milliseconds as RTMP has them. */
const frames = (framesPerSecond: number, seconds: number, isSent: (frame: number) => boolean = () => true) =>
  Array.from({ length: framesPerSecond * seconds }, (_, frame) => frame)
    .filter(isSent)
    .map((frame) => Math.round((frame * 1000) / framesPerSecond))

/** From 0 to 1, irregular, and the same in every run. */
const irregular = (number: number) => Math.abs((Math.sin(number * 12.9898) * 43_758.5453) % 1)

test.each([24, 25, 30, 50, 60, 120])('nothing is missing from %i frames a second', (rate) => {
  const { framesPerSecond, missingFrames } = play(frames(rate, 20))
  expect(framesPerSecond).toBeCloseTo(rate, 0)
  expect(missingFrames).toBe(0)
})

test('finds 64 % of the frames missing, from the first on', () => {
  const sent = frames(30, 60, (frame) => irregular(frame) > 0.64)
  const { framesPerSecond, missingFrames } = play(sent)
  expect(framesPerSecond).toBeCloseTo(30, 0)
  expect(Math.abs(missingFrames - (1800 - sent.length))).toBeLessThan(40)
})

test('remembers the rate of an encoder that later sends exactly every third frame', () => {
  const sent = frames(30, 90, (frame) => frame < 300 || frame % 3 === 0)
  expect(play(sent).missingFrames).toBeGreaterThan(1150)
})

test('finds no missing frames where the frame rate varies', () => {
  let timeMs = 0
  const times = Array.from({ length: 1500 }, (_, frame) => {
    timeMs += 15 + Math.round(40 * irregular(frame))
    return timeMs
  })
  expect(play(times)).toMatchObject({ intervalMs: undefined, missingFrames: 0 })
})

test('forgets frames that were missing more than a minute ago', () => {
  const cadence = new FrameCadence()
  expect(
    play(
      frames(30, 20, (frame) => frame % 10 !== 5),
      cadence,
    ).missingFrames,
  ).toBeGreaterThan(50)
  const later = frames(30, 70).map((timeMs) => timeMs + 20_000)
  expect(play(later, cadence).missingFrames).toBe(0)
})
