import { expect, test } from 'vitest'
import { keepOrder, neighboursOf } from './channel-order.ts'

test('[WATCH-8] the order stays while the numbers of viewers change', () => {
  expect(keepOrder([], ['alice', 'bob', 'carol'])).toEqual(['alice', 'bob', 'carol'])
  expect(keepOrder(['alice', 'bob', 'carol'], ['bob', 'dave', 'carol', 'alice'])).toEqual([
    'alice',
    'bob',
    'carol',
    'dave',
  ])
  expect(keepOrder(['alice', 'bob'], ['bob'])).toEqual(['bob'])
})

test.each([
  ['alice', { previous: 'carol', next: 'bob' }],
  ['bob', { previous: 'alice', next: 'carol' }],
  ['carol', { previous: 'bob', next: 'alice' }],
  ['offline', { previous: 'carol', next: 'alice' }],
])('[WATCH-8] beside %s are its neighbours in a circle', (username, neighbours) => {
  expect(neighboursOf(username, ['alice', 'bob', 'carol'])).toEqual(neighbours)
})

test('[WATCH-8] one other channel is at both sides, and nothing is beside the only one', () => {
  expect(neighboursOf('alice', ['alice', 'bob'])).toEqual({ previous: 'bob', next: 'bob' })
  expect(neighboursOf('alice', ['alice'])).toBeUndefined()
  expect(neighboursOf('alice', [])).toBeUndefined()
})
