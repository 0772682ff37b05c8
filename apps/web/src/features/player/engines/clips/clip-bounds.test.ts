import { expect, it } from 'vitest'
import { isAtPicture } from './clip-bounds.ts'

it.each([
  ['at its time', 10, true],
  ['a quarter of a millisecond after it', 10.00025, true],
  ['a quarter of a millisecond before it, where the picture before it is shown', 9.99975, false],
  ['a picture later', 10 + 1 / 30, false],
])('[CLIP-5] a clip is at its first picture: %s', (_, seconds, expected) => {
  expect(isAtPicture(seconds, 10)).toBe(expected)
})
