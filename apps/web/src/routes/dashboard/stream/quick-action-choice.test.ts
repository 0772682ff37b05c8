import { expect, it } from 'vitest'
import { memoryStorage } from '../../../testing/memory-storage.ts'
import { createQuickActionChoice, movedTo, quickActionNames } from './quick-action-choice.ts'

it('[DASH-10] the order and what is hidden are remembered', () => {
  const storage = memoryStorage()
  const first = createQuickActionChoice(() => storage)
  expect(first.getState()).toEqual({ order: quickActionNames, hidden: [] })
  first.setState({ order: movedTo(quickActionNames, 'share', 0) })
  first.setState({ hidden: ['cutOut'] })
  expect(createQuickActionChoice(() => storage).getState()).toEqual({
    order: ['share', 'clip', 'chapter', 'cutOut', 'copyLink', 'viewChannel'],
    hidden: ['cutOut'],
  })
})

it('[DASH-10] what another version stored is mended: nothing unknown, nothing twice, new actions last', () => {
  const storage = memoryStorage()
  const stored = { order: ['share', 'raid', 'clip', 'share', 7], hidden: ['raid', 'clip'] }
  storage.setItem('waggle.quick-actions', JSON.stringify(stored))
  expect(createQuickActionChoice(() => storage).getState()).toEqual({
    order: ['share', 'clip', 'chapter', 'cutOut', 'copyLink', 'viewChannel'],
    hidden: ['clip'],
  })
  storage.setItem('waggle.quick-actions', '{"order":"share"}')
  expect(createQuickActionChoice(() => storage).getState()).toEqual({ order: quickActionNames, hidden: [] })
})

it('[DASH-10] an action moves to any place', () => {
  expect(movedTo(quickActionNames, 'clip', 5)).toEqual([
    ...['chapter', 'cutOut', 'copyLink', 'share', 'viewChannel', 'clip'],
  ])
  expect(movedTo(quickActionNames, 'viewChannel', 3)).toEqual([
    ...['clip', 'chapter', 'cutOut', 'viewChannel', 'copyLink', 'share'],
  ])
})
