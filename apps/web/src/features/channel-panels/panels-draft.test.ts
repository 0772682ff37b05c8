import type { ChannelPanel } from '@waggle/contract/channels/panels'
import { expect, test } from 'vitest'
import { draftsOf, isChanged, mistakeIn, movedTo, panelOf, withEmptyPanel } from './panels-draft.ts'

const saved: ChannelPanel[] = [
  { title: 'Rules', text: 'Be kind', link: null },
  { title: 'Shop', text: '', link: 'https://shop.example/' },
  { title: 'Schedule', text: '', link: null },
]
const titles = (drafts: readonly { title: string }[]) => drafts.map(({ title }) => title)

test('[SETTINGS-7] panels have changed when one differs, is missing, is new or has moved', () => {
  const drafts = draftsOf(saved)
  expect(isChanged(saved, drafts)).toBe(false)
  expect(isChanged(saved, drafts.with(0, { ...drafts[0]!, text: 'Be kinder' }))).toBe(true)
  expect(isChanged(saved, drafts.slice(1))).toBe(true)
  expect(isChanged(saved, withEmptyPanel(drafts))).toBe(true)
  const moved = movedTo(drafts, drafts[0]!, 1)
  expect(titles(moved)).toEqual(['Shop', 'Rules', 'Schedule'])
  expect(isChanged(saved, moved)).toBe(true)
  expect(isChanged(saved, movedTo(moved, drafts[0]!, 0))).toBe(false)
})

test('panels keep their keys while they move, and a new one has another', () => {
  const drafts = draftsOf(saved)
  const moved = movedTo(drafts.slice(1), drafts[2]!, 0)
  expect(moved.map(({ key }) => key)).toEqual([2, 1])
  expect(withEmptyPanel(moved).map(({ key }) => key)).toEqual([2, 1, 3])
  expect(withEmptyPanel([])[0].key).toBe(0)
})

test('an empty link is none, and what cannot be saved is named', () => {
  const [empty] = withEmptyPanel([])
  expect(panelOf(empty)).toEqual({ title: '', text: '', link: null })
  expect(mistakeIn(empty)).toBe('title')
  expect(mistakeIn({ ...empty, title: 'Shop', link: 'http://shop.example' })).toBe('link')
  expect(mistakeIn({ ...empty, title: 'Shop' })).toBeUndefined()
})
