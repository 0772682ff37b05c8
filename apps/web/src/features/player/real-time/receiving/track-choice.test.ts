import { expect, it } from 'vitest'
import { TrackChoice } from './track-choice.ts'

const track = (name: string, bitrate: number) => ({ name, bitrate, codec: 'avc1', width: 0, height: 0 })
const tracks = [track('source/1', 6000), track('720p/1', 3000), track('480p/1', 1000)]
const minuteMs = 60_000

it('chooses the best track, one below it when the network cannot carry it, and the best again later', () => {
  const choice = new TrackChoice()
  const name = () => choice.choose(tracks)?.name
  expect(name()).toBe('source/1')
  expect(choice.lower(tracks, 10 * minuteMs)).toBe(true)
  expect(name()).toBe('720p/1')
  expect(choice.raiseIfDue(10.9 * minuteMs)).toBe(false)
  expect(choice.raiseIfDue(11 * minuteMs)).toBe(true)
  expect(name()).toBe('source/1')
  // It failed again soon, so the next attempt comes after twice as long.
  choice.lower(tracks, 11.5 * minuteMs)
  expect(choice.raiseIfDue(13 * minuteMs)).toBe(false)
  expect(choice.raiseIfDue(13.5 * minuteMs)).toBe(true)
})

it('has nothing below the last track, nor below what the viewer has selected', () => {
  const choice = new TrackChoice()
  expect([1, 2, 3].map((minute) => choice.lower(tracks, minute * minuteMs))).toEqual([true, true, false])
  choice.select('720p/1')
  expect(choice.lower(tracks, 9 * minuteMs)).toBe(false)
  expect(choice.choose(tracks)?.name).toBe('720p/1')
})

it('[PLAYER-19] keeps the selected rendition when its decoder configuration changes', () => {
  const choice = new TrackChoice()
  choice.select('720p/1')
  expect(choice.choose([track('source/2', 6000), track('720p/2', 3000)])?.name).toBe('720p/2')
  expect(choice.choose([track('source/3', 6000)])?.name).toBe('source/3')
  choice.select(undefined)
  expect(choice.choose(tracks)?.name).toBe('source/1')
  expect(choice.choose([])).toBeUndefined()
})
