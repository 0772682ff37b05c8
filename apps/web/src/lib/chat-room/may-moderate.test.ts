import { expect, test } from 'vitest'
import { type ModeratingUser, mayModerate } from './may-moderate.ts'

const channel = { channel: 'alice', moderators: ['bob', 'erin'] }
const everybody = ['alice', 'bob', 'erin', 'carol', 'dave']

test.each<[string, Pick<ModeratingUser, 'me' | 'role'>, string[]]>([
  ['the owner: everybody else', { me: 'alice', role: 'owner' }, ['bob', 'erin', 'carol', 'dave']],
  ['a moderator: neither the owner nor moderators', { me: 'bob', role: 'moderator' }, ['carol', 'dave']],
  ['a viewer: nobody', { me: 'carol', role: 'user' }, []],
  ['who is logged out: nobody', { me: null, role: 'user' }, []],
])('[ROLE-4] may moderate %s', (_, reader, expected) => {
  expect(everybody.filter((target) => mayModerate({ ...channel, ...reader }, target))).toEqual(expected)
})
