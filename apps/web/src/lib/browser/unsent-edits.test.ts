import { expect, test } from 'vitest'
import { unsentEdits } from './unsent-edits.ts'

test('what is typed while a form is being saved is kept, what was sent is not', () => {
  const tags = ['bees']
  const sent: { title?: string; category?: string | null; tags?: string[] } = { title: 'Bees', tags }
  expect(unsentEdits(sent, sent)).toEqual({})
  expect(unsentEdits({ ...sent, title: 'Bees!' }, sent)).toEqual({ title: 'Bees!' })
  expect(unsentEdits({ ...sent, category: null }, sent)).toEqual({ category: null })
  expect(unsentEdits({ ...sent, tags: [] }, sent)).toEqual({ tags: [] })
})
