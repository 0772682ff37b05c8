import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../../../lib/store/store.ts'
import type { PlaybackState } from '../playback-state.ts'
import { automaticQuality } from '../quality.ts'
import { playChosenLevel } from './chosen-level.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** hls.js gives up the choice of a level whose playlist is missing. */
function openLevels() {
  const hls = { nextLevel: automaticQuality, autoLevelEnabled: true }
  const store = createStore({ selectedQuality: automaticQuality } as PlaybackState)
  const level = playChosenLevel(hls, store)
  const choose = (index: number) => {
    level.select(index)
    hls.autoLevelEnabled = index === automaticQuality
  }
  const lose = () => {
    Object.assign(hls, { nextLevel: automaticQuality, autoLevelEnabled: true })
    level.follow()
  }
  return { hls, level, choose, lose, selected: () => store.getState().selectedQuality }
}

it('[PLAYER-4] a chosen level that the server takes away is asked for again after 30 s, and then again', () => {
  const { hls, level, choose, lose, selected } = openLevels()
  choose(2)
  level.follow()
  expect([hls.nextLevel, selected()]).toEqual([2, 2])
  for (let attempt = 0; attempt < 2; attempt++) {
    lose()
    expect(selected()).toBe(automaticQuality)
    vi.advanceTimersByTime(29_999)
    expect(hls.nextLevel).toBe(automaticQuality)
    vi.advanceTimersByTime(1)
    expect([hls.nextLevel, selected()]).toEqual([2, automaticQuality])
  }
  hls.autoLevelEnabled = false
  level.follow()
  expect(selected()).toBe(2)
})

it('[PLAYER-4] what the viewer chooses next ends the attempts', () => {
  const { hls, level, choose, lose } = openLevels()
  choose(2)
  lose()
  choose(automaticQuality)
  level.follow()
  level.tryAgain()
  vi.advanceTimersByTime(120_000)
  expect(hls.nextLevel).toBe(automaticQuality)
})

it('an attempt does not wait for its time when the network has come back', () => {
  const { hls, level, choose, lose } = openLevels()
  choose(1)
  lose()
  level.tryAgain()
  expect(hls.nextLevel).toBe(1)
  lose()
  level.close()
  vi.advanceTimersByTime(120_000)
  expect(hls.nextLevel).toBe(automaticQuality)
})
