import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nudgeDecoder } from './decoder-nudge.ts'

/** A fake media element that has stalled at 10 s, unless `facts` say otherwise. */
function stalledVideo(ranges: [number, number][], facts: Partial<HTMLVideoElement> = {}) {
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

function timeAfterMediaArrived(video: ReturnType<typeof stalledVideo>): number {
  nudgeDecoder(video).mediaArrived()
  vi.advanceTimersByTime(1000)
  return video.currentTime
}

test('a stalled picture with a part buffered ahead is moved a little', () => {
  expect(timeAfterMediaArrived(stalledVideo([[0, 10.4]]))).toBeCloseTo(10.05)
})

test('a gap of a frame or two is skipped', () => {
  const video = stalledVideo([
    [0, 10.02],
    [10.06, 10.7],
  ])
  expect(timeAfterMediaArrived(video)).toBeCloseTo(10.11)
})

test.each<[string, ReturnType<typeof stalledVideo>]>([
  ['the element has the next frame', stalledVideo([[0, 12]], { readyState: 3 })],
  ['the element is paused', stalledVideo([[0, 12]], { paused: true })],
  ['a seek is already in progress', stalledVideo([[0, 12]], { seeking: true })],
  ['nothing has been shown yet', stalledVideo([[0, 12]], { played: stalledVideo([]).buffered })],
  ['too little is buffered ahead', stalledVideo([[0, 10.2]])],
  [
    'the buffered media ahead lies behind a larger gap',
    stalledVideo([
      [0, 10.02],
      [10.5, 12],
    ]),
  ],
])('no nudge when %s', (_, video) => {
  expect(timeAfterMediaArrived(video)).toBe(10)
})

test('no nudge when the decoder continues by itself', () => {
  const video = stalledVideo([[0, 10.4]])
  nudgeDecoder(video).mediaArrived()
  video.readyState = 4
  vi.advanceTimersByTime(1000)
  expect(video.currentTime).toBe(10)
})

test('one nudge for each stall', () => {
  const video = stalledVideo([[0, 12]])
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

test('no nudge after close', () => {
  const video = stalledVideo([[0, 12]])
  const decoder = nudgeDecoder(video)
  decoder.mediaArrived()
  decoder.close()
  vi.advanceTimersByTime(1000)
  expect(video.currentTime).toBe(10)
})
