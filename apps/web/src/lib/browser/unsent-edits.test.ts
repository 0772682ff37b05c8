import { expect, test } from 'vitest'
import { unsentEdits } from './unsent-edits.ts'

test('keeps edits made while a form is being saved, and drops the saved ones', () => {
  const tags = ['bees']
  const sent: { title?: string; category?: string | null; tags?: string[] } = { title: 'Bees', tags }
  expect(unsentEdits(sent, sent)).toEqual({})
  expect(unsentEdits({ ...sent, title: 'Bees!' }, sent)).toEqual({ title: 'Bees!' })
  expect(unsentEdits({ ...sent, category: null }, sent)).toEqual({ category: null })
  expect(unsentEdits({ ...sent, tags: [] }, sent)).toEqual({ tags: [] })
})
