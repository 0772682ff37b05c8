import { expect, it } from 'vitest'
import { createStore } from '../../../lib/store/store.ts'
import { keepQuality } from './kept-quality.ts'
import type { PlaybackState } from './playback-state.ts'
import { automaticQuality, qualitiesOf } from './quality.ts'

const source = { height: 1080, bitrate: 6_000_000 }
const rung = { height: 360, bitrate: 800_000 }

/** A player with two qualities, and what its engine was told to select. `remembered` was chosen on an earlier visit. */
function openQualities(remembered = '') {
  const qualities = qualitiesOf([source, rung])
  const store = createStore<PlaybackState>({
    qualities,
    selectedQuality: automaticQuality,
  } as Partial<PlaybackState> as PlaybackState)
  const selected: number[] = []
  const memory = {
    chosenName: () => remembered,
    keep(name: string) {
      remembered = name
    },
  }
  const choose = keepQuality(store, memory, (index) => {
    selected.push(index)
    store.setState({ selectedQuality: index })
  })
  /** As an engine does that takes over. */
  const replace = (levels: Parameters<typeof qualitiesOf>[0]) =>
    store.setState({ qualities: qualitiesOf(levels), selectedQuality: automaticQuality })
  return { store, selected, choose, replace, remembered: () => remembered }
}

it('[PLAYER-4] a chosen quality is chosen again in the engine that takes over, whatever its number there', () => {
  const { selected, choose, replace } = openQualities()
  choose(1)
  replace([rung, source])
  expect(selected).toEqual([1, 0])
})

it('[PLAYER-4] a chosen quality waits while there is none of its name', () => {
  const { selected, choose, replace } = openQualities()
  choose(1)
  replace([source])
  expect(selected).toEqual([1])
  replace([source, rung])
  expect(selected).toEqual([1, 1])
})

it('[PLAYER-4] the automatic choice stays automatic', () => {
  const { selected, choose, replace } = openQualities()
  choose(1)
  choose(automaticQuality)
  replace([rung, source])
  expect(selected).toEqual([1, automaticQuality])
})

it('[PLAYER-4] what was chosen on an earlier visit is chosen as soon as there is a quality of that name', () => {
  const { selected, replace } = openQualities('360p')
  replace([source])
  expect(selected).toEqual([])
  replace([source, rung])
  expect(selected).toEqual([1])
})

it('[PLAYER-4] the name of the chosen quality is remembered, and the automatic choice by an empty one', () => {
  const { choose, remembered } = openQualities()
  choose(1)
  expect(remembered()).toBe('360p')
  choose(automaticQuality)
  expect(remembered()).toBe('')
})

it('a quality that the engine has given up is not asked for again at once', () => {
  const { store, selected, choose } = openQualities()
  choose(1)
  store.setState({ selectedQuality: automaticQuality })
  expect(selected).toEqual([1])
})
