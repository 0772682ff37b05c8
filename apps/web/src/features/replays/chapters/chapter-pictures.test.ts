import { expect, it } from 'vitest'
import { chapterPictures } from './chapter-pictures.ts'

const picturePath = '/recordings/k3f9x2m7q1w8e5r4t6y0/picture.jpg?at=50000&token=ab'

it('[CHAPTER-7] the picture of a chapter is the first one that was taken in it', () => {
  const chapters = [10_000, 100_000, 112_000].map((at) => ({ title: 'Bees', at }))
  // There is one about every 30 s, and the server sends the last one up to the time that it is asked for.
  expect(chapterPictures(picturePath, chapters, 112_000)?.map((path) => /at=(\d+)&token=ab$/.exec(path)?.[1])).toEqual([
    ...['40000', '111999', '112000'],
  ])
  expect(chapterPictures(null, chapters, 112_000)).toBeNull()
})
