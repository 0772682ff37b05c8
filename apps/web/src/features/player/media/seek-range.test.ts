import { expect, it } from 'vitest'
import { seekRange } from './seek-range.ts'

/** Ranges in seconds, as a media element reports them. */
function played(currentTime: number, ...ranges: [number, number][]) {
  const buffered = {
    length: ranges.length,
    start: (index: number) => ranges[index]?.[0] ?? Number.NaN,
    end: (index: number) => ranges[index]?.[1] ?? Number.NaN,
  }
  return { currentTime, buffered }
}

it('spans from the oldest media to the newest', () => {
  expect(seekRange(played(130, [100, 140]))).toEqual({ lengthSeconds: 40, atSeconds: 30 })
  expect(seekRange(played(130, [100, 110], [120, 140]))).toEqual({ lengthSeconds: 40, atSeconds: 30 })
})

it('keeps the picture inside', () => {
  expect(seekRange(played(90, [100, 140]))?.atSeconds).toBe(0)
  expect(seekRange(played(150, [100, 140]))?.atSeconds).toBe(40)
})

it('is nothing while there is nothing worth seeking in', () => {
  expect(seekRange(played(0))).toBeNull()
  expect(seekRange(played(100, [100, 104]))).toBeNull()
})
