import { expect, it } from 'vitest'
import { chapterAt } from './chapter-at.ts'

it('[CHAPTER-6] a chapter lasts until the next one begins', () => {
  const bees = { title: 'Bees', at: 10_000 }
  const honey = { title: 'Honey', at: 30_000 }
  const titleAt = (atMs: number | undefined) => chapterAt([bees, honey], atMs)?.title
  expect([9000, 10_000, 29_000, 30_000, 90_000, undefined].map(titleAt)).toEqual([
    ...[undefined, 'Bees', 'Bees', 'Honey', 'Honey', undefined],
  ])
  expect(chapterAt(undefined, 10_000)).toBeUndefined()
})
