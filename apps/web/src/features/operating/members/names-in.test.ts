import { expect, test } from 'vitest'
import { namesIn } from './names-in.ts'

test('[MEMBER-8] a pasted list is lines, spaces, commas and semicolons; each name counts once', () => {
  expect(namesIn(' @Alice\r\nbob,carol;\tdave  alice\n\n')).toEqual(['alice', 'bob', 'carol', 'dave'])
  expect(namesIn(' ,;\n')).toEqual([])
  expect(namesIn('x'.repeat(500))).toEqual(['x'.repeat(100)])
})
