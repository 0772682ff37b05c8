import { expect, it } from 'vitest'
import { firstTrim, moveEnd, moveStart, windowAround } from './trim.ts'

const seconds = (...values: number[]) => values.map((value) => value * 1000)

function windowOf(shown: number, from: number, until: number) {
  return windowAround(shown * 1000, { fromMs: from * 1000, untilMs: until * 1000 })
}

it('[CLIP-5] begins with the 30 seconds before the picture that was shown', () => {
  const window = windowOf(500, 0, 1000)
  expect(Object.values(window)).toEqual(seconds(395, 515))
  expect(firstTrim(500_000, window)).toEqual({ startMs: 470_000, endMs: 500_000 })
})

it('[CLIP-5] stays within what is recorded', () => {
  expect(Object.values(windowOf(500, 480, 498))).toEqual(seconds(480, 498))
  expect(firstTrim(500_000, windowOf(500, 480, 498))).toEqual({ startMs: 480_000, endMs: 498_000 })
  expect(firstTrim(1000, windowOf(1, 0, 1000))).toEqual({ startMs: 0, endMs: 5000 })
  expect(firstTrim(4000, windowOf(4, 0, 4))).toBe(undefined)
})

it('[CLIP-5] keeps a clip between 5 and 90 seconds while an end is moved', () => {
  const window = windowOf(200, 0, 1000)
  const trim = { startMs: 150_000, endMs: 200_000 }
  expect(moveStart(trim, 160_000, window)).toEqual({ startMs: 160_000, endMs: 200_000 })
  expect(moveStart(trim, 199_000, window)).toEqual({ startMs: 195_000, endMs: 200_000 })
  expect(moveStart(trim, 0, window)).toEqual({ startMs: 110_000, endMs: 200_000 })
  expect(moveEnd(trim, 151_000, window)).toEqual({ startMs: 150_000, endMs: 155_000 })
  expect(moveEnd(trim, 999_000, window)).toEqual({ startMs: 150_000, endMs: 215_000 })
})
