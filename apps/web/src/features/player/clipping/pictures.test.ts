import { expect, test } from 'vitest'
import { withoutGaps } from './pictures.ts'

test('a place without a picture has the one before it, and none before the first', () => {
  const [none, first, later] = [undefined, 'data:first', 'data:later']
  expect(withoutGaps([none, first, none, none, later, none])).toEqual([none, first, first, first, later, later])
  expect(withoutGaps([none, none])).toEqual([none, none])
})
