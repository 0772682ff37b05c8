import { expect, test } from 'vitest'
import { lengthOf } from './clean-text.ts'

test('counts a text in characters as people see them', () => {
  expect(lengthOf('🐝é蜂')).toBe(3)
})
