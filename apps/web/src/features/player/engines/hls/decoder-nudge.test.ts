import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nudgeDecoder } from './decoder-nudge.ts'

/** What a media element says of itself; the picture stands still at 10 s unless told otherwise. */
function standing(ranges: [number, number][], facts: Partial<HTMLVideoElement> = {}) {
  const timeRanges = (list: [number, number][]): TimeRanges => ({
    length: list.length,
    start: (index) => list[index]?.[0] ?? Number.NaN,
    end: (index) => list[index]?.[1] ?? Number.NaN,
  })
  return {
    buffered: timeRanges(ranges),
    played: timeRanges([[0, 10]]),
    currentTime: 10,
    paused: false,
    seeking: false,
    readyState: 2,
    ...facts,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function timeAfterMediaArrived(video: ReturnType<typeof standing>): number {
  nudgeDecoder(video).mediaArrived()
  vi.advanceTimersByTime(1000)
  return video.currentTime
}

test('a picture that stands still with a part ahead is moved a little', () => {
  expect(timeAfterMediaArrived(standing([[0, 10.4]]))).toBeCloseTo(10.05)
})

test('a hole of a frame or two is stepped over', () => {
  const video = standing([
    [0, 10.02],
    [10.06, 10.7],
  ])
  expect(timeAfterMediaArrived(video)).toBeCloseTo(10.11)
})

test.each<[string, ReturnType<typeof standing>]>([
  ['it has the next frame', standing([[0, 12]], { readyState: 3 })],
  ['it is paused', standing([[0, 12]], { paused: true })],
  ['it is on its way already', standing([[0, 12]], { seeking: true })],
  ['nothing has been shown yet', standing([[0, 12]], { played: standing([]).buffered })],
  ['there is too little ahead', standing([[0, 10.2]])],
  [
    'what is ahead lies behind a hole',
    standing([
      [0, 10.02],
      [10.5, 12],
    ]),
  ],
])('nothing is done when %s', (_, video) => {
  expect(timeAfterMediaArrived(video)).toBe(10)
})

test('a decoder that goes on by itself is left alone', () => {
  const video = standing([[0, 10.4]])
  nudgeDecoder(video).mediaArrived()
  video.readyState = 4
  vi.advanceTimersByTime(1000)
  expect(video.currentTime).toBe(10)
})

test('one nudge each time that it stands still', () => {
  const video = standing([[0, 12]])
  const decoder = nudgeDecoder(video)
  for (let part = 0; part < 3; part++) {
    decoder.mediaArrived()
    vi.advanceTimersByTime(1000)
  }
  expect(video.currentTime).toBeCloseTo(10.05)
  video.currentTime = 11
  decoder.mediaArrived()
  vi.advanceTimersByTime(1000)
  expect(video.currentTime).toBeCloseTo(11.05)
})

test('nothing happens to a player that was closed', () => {
  const video = standing([[0, 12]])
  const decoder = nudgeDecoder(video)
  decoder.mediaArrived()
  decoder.close()
  vi.advanceTimersByTime(1000)
  expect(video.currentTime).toBe(10)
})
