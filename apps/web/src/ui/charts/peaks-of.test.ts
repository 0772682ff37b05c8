import { expect, it } from 'vitest'
import { peaksOf } from './peaks-of.ts'

const line = (values: readonly number[]) => values.map((value, at) => ({ at, value }))

it('draws a short line as it is', () => {
  const short = line([1, 5, 2])
  expect(peaksOf(short, 3)).toBe(short)
})

it('draws of a long one the highest point of each stretch, and the last one', () => {
  expect(peaksOf(line([1, 9, 2, 3, 7, 3, 4, 4, 1, 0]), 4)).toEqual([
    { at: 1, value: 9 },
    { at: 4, value: 7 },
    { at: 8, value: 1 },
    { at: 9, value: 0 },
  ])
  const day = line(Array.from({ length: 1440 }, (_, minute) => minute % 2))
  expect(peaksOf(day, 240).length).toBeLessThanOrEqual(240)
  expect(
    peaksOf(day, 240)
      .slice(0, -1)
      .every(({ value }) => value === 1),
  ).toBe(true)
})
