import { expect, it } from 'vitest'
import { type LiveOrder, selectLive } from './live-query.ts'

const broadcasts = [
  { username: 'alice', title: 'Bread and soup', viewers: 3, startedAt: 2000 },
  { username: 'bob', title: 'Chess with Alice', viewers: 9, startedAt: 3000 },
  { username: 'carol', title: 'Bees', viewers: 5, startedAt: 1000 },
]
const namesOf = (text: string, order: LiveOrder) =>
  selectLive(broadcasts, { text, order }, (username) => (username === 'alice' ? 2 : 0)).map(({ username }) => username)

it.each<[LiveOrder, string[]]>([
  ['reported', ['alice', 'bob', 'carol']],
  ['viewers', ['bob', 'carol', 'alice']],
  ['longest', ['carol', 'alice', 'bob']],
  ['newest', ['bob', 'alice', 'carol']],
])('[OPERATE-5] orders what is live: %s', (order, names) => {
  expect(namesOf('', order)).toEqual(names)
})

it.each([
  [' ALICE ', ['bob', 'alice']],
  ['@alice', ['alice']],
  ['soup', ['alice']],
  ['none of them', []],
])('[OPERATE-5] finds %j in names and titles', (text, names) => {
  expect(namesOf(text, 'viewers')).toEqual(names)
})
