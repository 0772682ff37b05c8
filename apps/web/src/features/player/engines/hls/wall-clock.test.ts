import { expect, test } from 'vitest'
import { momentAt, positionAt } from './wall-clock.ts'

/** Six seconds, an interruption of a minute, and two seconds more. */
const segments = [
  { start: 0, duration: 2, programDateTime: 1000 },
  { start: 2, duration: 2, programDateTime: 3000 },
  { start: 4, duration: 2, programDateTime: 5000 },
  { start: 6, duration: 2, programDateTime: 67_000 },
]

test.each([
  [0, 0],
  [1000, 0],
  [4500, 3.5],
  [7000, 6],
  [40_000, 6],
  [68_000, 7],
  [900_000, 8],
])('the moment %i is at %d s', (moment, position) => {
  expect(positionAt(segments, moment)).toBeCloseTo(position)
})

test.each([
  [0, 1000],
  [3.5, 4500],
  [5.9, 6900],
  [6, 67_000],
  [9, 69_000],
])('at %d s is the moment %i', (position, moment) => {
  expect(momentAt(segments, position)).toBeCloseTo(moment)
})

test('nothing is known of no segments', () => {
  expect([positionAt([], 5), momentAt([], 5)]).toEqual([0, undefined])
})
