import { expect, it } from 'vitest'
import { suggestedNames } from './suggested-names.ts'

const known = ['waggle', 'dave', 'carol', 'dave', 'adam']

it('[OPERATE-5] suggests each account once, what begins as it was typed first, and none of the list', () => {
  expect(suggestedNames(known, '', [])).toEqual(['waggle', 'dave', 'carol', 'adam'])
  expect(suggestedNames(known, ' Da', [])).toEqual(['dave', 'adam'])
  expect(suggestedNames(known, '@da', ['adam'])).toEqual(['@dave'])
  expect(suggestedNames(known, 'x', [])).toEqual([])
  expect(
    suggestedNames(
      Array.from({ length: 100 }, (_, index) => `name-${index}`),
      'name',
      [],
    ),
  ).toHaveLength(20)
})
