import type { OwnChannel } from '@waggle/contract/channels/endpoints'
import { expect, test } from 'vitest'
import { addTags, changesOf } from './draft.ts'

const saved: OwnChannel = { title: 'Bees', description: '', category: 'Music', language: null, tags: ['bees'] }

test('[SETTINGS-4] a field has changed when it differs from the value saved last', () => {
  expect(changesOf(saved, { ...saved, tags: [...saved.tags] })).toEqual({})
  expect(changesOf(saved, { ...saved, title: 'Bees!' })).toEqual({ title: 'Bees!' })
  expect(changesOf(saved, { ...saved, category: null, tags: [] })).toEqual({ category: null, tags: [] })
})

test('tags are words, without duplicates, ten at most', () => {
  expect(addTags(['Bees'], ' #honey, bees 蜂 honey')).toEqual(['Bees', 'honey', '蜂'])
  expect(addTags([], 'a-b')).toBe('wrong')
  expect(addTags([], 'x'.repeat(26))).toBe('wrong')
  expect(addTags(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], 'j k')).toBe('full')
  expect(addTags(['a'], '  ')).toEqual(['a'])
})
