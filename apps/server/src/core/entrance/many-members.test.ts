import { admissionLimits } from '@waggle/contract/admission/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OperatedSite, startOperatedSite } from '../../testing/operated-site.ts'

let site: OperatedSite

beforeAll(async () => {
  site = await startOperatedSite(['carol', 'dave'])
  await site.as('alice', 'PUT', '/api/operate/members/carol', { note: 'keeps bees' })
  const value = { isPrivate: true, hint: '' }
  expect((await site.as('alice', 'PUT', '/api/operate/entrance', { value, revision: null })).status).toBe(200)
})
afterAll(() => site?.close())

const isMember = async (name: string) => (await site.as(name, 'POST', '/api/admission/enter')).json.isMember

it('[MEMBER-8] are made of a list, each name of which is answered', async () => {
  const many = {
    usernames: ['@Carol', 'dave', 'dave', 'nobody-has-this', 'not a name', 'x'.repeat(64)],
    note: 'from the list',
  }
  const added = await site.as('bob', 'POST', '/api/operate/members', many)
  expect(added.json.results).toEqual([
    { given: '@Carol', outcome: 'member' },
    { given: 'dave', outcome: 'added' },
    { given: 'dave', outcome: 'member' },
    { given: 'nobody-has-this', outcome: 'not_found' },
    { given: 'not a name', outcome: 'malformed' },
    { given: 'x'.repeat(64), outcome: 'malformed' },
  ])
  const now = (await site.as('bob', 'GET', '/api/operate/members')).json.members
  expect(now.map(({ username, note }: Record<string, string>) => [username, note])).toEqual([
    ['carol', 'keeps bees'],
    ['dave', 'from the list'],
  ])
  expect(await isMember('dave')).toBe(true)
  await site.as('alice', 'DELETE', '/api/operate/members/dave')
  const tooMany = { usernames: Array(admissionLimits.membersAtOnce + 1).fill('dave') }
  for (const body of [tooMany, { usernames: [] }, { usernames: ['x'.repeat(101)] }]) {
    expect((await site.as('bob', 'POST', '/api/operate/members', body)).json.code).toBe('invalid_request')
  }
  expect((await site.as('carol', 'POST', '/api/operate/members', many)).json.code).toBe('not_operating')
})

it('[MEMBER-9] are removed together, each name answered, with an entry each in the log', async () => {
  const removals = (name: string, usernames: unknown) =>
    site.as(name, 'POST', '/api/operate/members/removals', { usernames })
  for (const name of ['dave', 'erin']) await site.as('alice', 'PUT', `/api/operate/members/${name}`, { note: '' })
  const { json } = await removals('bob', ['erin', '@Dave', 'frank'])
  expect(json.results).toEqual([
    { username: 'erin', outcome: 'removed' },
    { username: 'dave', outcome: 'removed' },
    { username: 'frank', outcome: 'no_member' },
  ])
  const { members } = (await site.as('bob', 'GET', '/api/operate/members')).json
  expect(members.map(({ username }: { username: string }) => username)).toEqual(['carol'])
  expect(await isMember('dave')).toBe(false)
  const { actions } = (await site.as('alice', 'GET', '/api/operate/actions')).json
  const logged = actions.slice(0, 2) as { kind: string; username: string; takenBy: string }[]
  // Those of one millisecond have no order.
  expect(logged.map(({ kind, username, takenBy }) => [kind, username, takenBy]).toSorted()).toEqual([
    ['withdraw-member', 'dave', 'bob'],
    ['withdraw-member', 'erin', 'bob'],
  ])
  for (const usernames of [[], ['not a name'], Array(admissionLimits.membersAtOnce + 1).fill('dave'), 'dave']) {
    expect((await removals('bob', usernames)).json.code).toMatch(/^invalid_/)
  }
  expect((await removals('carol', ['bob'])).json.code).toBe('not_operating')
})

it('[MEMBER-10] operators write a bounded welcome for strangers, and none is there before', async () => {
  const stored = async () => (await site.as('alice', 'GET', '/api/operate/entrance')).json
  const { revision, value } = await stored()
  expect(value.welcome).toBe('')
  const tooLong = { isPrivate: true, welcome: 'x'.repeat(admissionLimits.entranceWelcomeMaxLength + 1) }
  const refused = await site.as('alice', 'PUT', '/api/operate/entrance', { value: tooLong, revision })
  expect(refused.json.code).toBe('invalid_request')
  const written = { isPrivate: true, welcome: ' The hive of\nthe <b>north</b> field ' }
  expect((await site.as('alice', 'PUT', '/api/operate/entrance', { value: written, revision })).status).toBe(200)
  expect((await stored()).value).toMatchObject({ isPrivate: true, welcome: 'The hive of\nthe <b>north</b> field' })
})
