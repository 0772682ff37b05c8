import { expect, it } from 'vitest'
import { listedLength, seekRange } from './seek-range.ts'

const span = (start: number, end: number) => ({ start, end })

it('spans from the oldest media to the live edge', () => {
  expect(seekRange({ spans: [span(100, 141)], live: 140, position: 130 })).toEqual({
    lengthSeconds: 40,
    behindSeconds: 10,
  })
})

it('joins what is in memory with what only the playlist has, in any order', () => {
  const spans = [span(100, 110), span(131, 141), span(105, 132)]
  expect(seekRange({ spans, live: 140, position: 140 }).lengthSeconds).toBe(40)
  expect(seekRange({ spans: spans.toReversed(), live: 140, position: 140 }).lengthSeconds).toBe(40)
})

it('ends at a gap, unless players jump over it', () => {
  expect(seekRange({ spans: [span(10, 50), span(120, 141)], live: 140, position: 140 }).lengthSeconds).toBe(20)
  expect(seekRange({ spans: [span(100, 119.6), span(120, 141)], live: 140, position: 140 }).lengthSeconds).toBe(40)
})

it('[PLAYER-12] is never longer than 90 s', () => {
  expect(seekRange({ spans: [span(0, 141)], live: 140, position: 5 })).toEqual({ lengthSeconds: 90, behindSeconds: 90 })
})

it('is empty without media at the live edge', () => {
  expect(seekRange({ spans: [], live: 140, position: 0 })).toEqual({ lengthSeconds: 0, behindSeconds: 0 })
  expect(seekRange({ spans: [span(10, 50)], live: 140, position: 20 }).lengthSeconds).toBe(0)
})

it('keeps a picture that runs ahead of the live edge inside', () => {
  expect(seekRange({ spans: [span(100, 142)], live: 140, position: 141 }).behindSeconds).toBe(0)
})

it('[PLAYER-12] what low delay can load of the past is not longer than the broadcast', () => {
  expect(listedLength(9.5)).toBe(9.5)
  expect(listedLength(3600)).toBe(20)
  // The clocks of server and browser differ.
  expect(listedLength(-0.2)).toBe(0)
})
