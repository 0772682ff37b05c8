import { operatingLimits } from '@waggle/contract/operating/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTestPublisher } from '../../../../../packages/media/src/rtmp/testing/publisher-client.ts'
import { insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { openDatabase } from '../../db/open.ts'
import { addRecordedBytes } from '../../db/recordings/recordings.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
const tokens: Record<string, string> = {}

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_OPERATORS: 'alice' } })
  for (const name of ['alice', 'bob', 'carol', 'dave', 'erin']) {
    site.nextClient()
    tokens[name] = await site.signIn(name)
  }
})
afterAll(() => site?.close())

function as(name: string, method: string, path: string, body?: unknown) {
  site.nextClient()
  return site.request(method, path, { token: tokens[name] ?? '', ...(body !== undefined && { body }) })
}

async function approve(name: string) {
  const { challenge } = (await as(name, 'GET', `/api/auth/challenge?purpose=operate&username=${name}`)).json
  return as(name, 'POST', '/api/operate/rights', {
    username: name,
    challenge,
    signature: await signAs(name, challenge),
  })
}

const act = (name: string, body: object) => as(name, 'POST', '/api/operate/actions', body)
const undo = (name: string, id: string) => as(name, 'POST', `/api/operate/actions/${id}/undo`)
const say = (name: string, message: string) => as(name, 'POST', '/api/chat/messages/alice', { message })

describe('[OPERATE-1] [T34] the rights of those who run the site', () => {
  it('come with a signature for this purpose, last an hour, and can be given back', async () => {
    const refused = await as('alice', 'GET', '/api/operate/broadcasts')
    expect(refused).toMatchObject({ status: 403, json: { code: 'operating_proof_required' } })
    const { challenge } = (await as('alice', 'GET', '/api/auth/challenge?username=alice')).json
    const login = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
    expect((await as('alice', 'POST', '/api/operate/rights', login)).json.code).toBe('challenge_invalid')

    expect((await approve('alice')).json).toMatchObject({ role: 'operator', until: expect.any(Number) })
    expect((await as('alice', 'GET', '/api/operate/broadcasts')).json).toEqual({ broadcasts: [] })
    site.moveClock(operatingLimits.rightsLifeMs)
    expect((await as('alice', 'GET', '/api/operate/broadcasts')).status).toBe(403)
    await approve('alice')
    await as('alice', 'DELETE', '/api/operate/rights')
    expect((await as('alice', 'GET', '/api/operate/broadcasts')).status).toBe(403)
    await approve('alice')
  })

  it('are those of one session: another one of the same account has none', async () => {
    const other = await site.signIn('alice')
    expect((await site.request('GET', '/api/operate/broadcasts', { token: other })).status).toBe(403)
  })

  it('are refused to everybody else, also with a signature', async () => {
    expect((await approve('carol')).json.code).toBe('not_operating')
    expect((await as('carol', 'GET', '/api/operate/rights')).json).toEqual({ role: null, until: null })
  })
})

it('[OPERATE-2] operators appoint and dismiss moderators, who cannot appoint others', async () => {
  expect((await as('alice', 'PUT', '/api/operate/moderators/bob')).status).toBe(200)
  expect((await as('alice', 'PUT', '/api/operate/moderators/nobody-has-this')).json.code).toBe('account_not_found')
  expect((await approve('bob')).json.role).toBe('moderator')
  expect((await as('bob', 'PUT', '/api/operate/moderators/carol')).json.code).toBe('operators_only')
  expect((await as('bob', 'GET', '/api/operate/moderators')).json).toMatchObject({
    operators: ['alice'],
    moderators: [{ username: 'bob', appointedBy: 'alice' }],
  })
  await as('alice', 'DELETE', '/api/operate/moderators/bob')
  expect((await as('bob', 'GET', '/api/operate/moderators')).json.code).toBe('not_operating')
  await as('alice', 'PUT', '/api/operate/moderators/bob')
})

describe('[OPERATE-3] an action', () => {
  it('silences an account in every chat, with its reason and its end, and can be undone', async () => {
    const taken = await act('bob', { kind: 'suspend-chat', username: 'carol', reason: 'spam', minutes: 60 })
    expect(taken.json).toMatchObject({ kind: 'suspend-chat', takenBy: 'bob', isInEffect: true })
    const refused = await say('carol', 'hello')
    expect(refused).toMatchObject({ status: 403, json: { code: 'chat_suspended' } })
    expect(refused.json.message).toMatch(/ until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Reason: spam or deceit$/)
    expect((await say('dave', 'hello')).status).toBe(200)
    expect((await undo('alice', taken.json.id)).json).toMatchObject({ undoneBy: 'alice', isInEffect: false })
    expect((await say('carol', 'back again')).status).toBe(200)
  })

  it('ends by itself', async () => {
    await act('bob', { kind: 'suspend-chat', username: 'carol', reason: 'spam', minutes: 5 })
    expect((await say('carol', 'not yet')).status).toBe(403)
    site.moveClock(5 * 60_000 + 1)
    await approve('alice')
    await approve('bob')
    expect((await say('carol', 'now')).status).toBe(200)
  })

  it('of two people who act at once is taken and undone by one', async () => {
    const body = { kind: 'suspend-chat', username: 'carol', reason: 'harassment' }
    const both = await Promise.all([act('alice', body), act('bob', body)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const id = both.find(({ status }) => status === 200)?.json.id
    const undone = await Promise.all([undo('alice', id), undo('bob', id)])
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('keeps a suspended account from changing anything, and lets it see and end its sessions', async () => {
    const { json } = await act('bob', { kind: 'suspend-account', username: 'dave', reason: 'impersonation' })
    for (const [method, path, body] of [
      ['PUT', '/api/channels/my-channel', { title: 'x' }],
      ['PUT', '/api/channels/my-channel/panels', { panels: [] }],
      ['POST', '/api/follows/follow', { username: 'alice' }],
    ] as const) {
      expect((await as('dave', method, path, body)).json.code, path).toBe('account_suspended')
    }
    expect((await say('dave', 'hello')).json.code).toBe('account_suspended')
    expect((await as('dave', 'GET', '/api/auth/sessions')).status).toBe(200)
    expect((await as('dave', 'POST', '/api/auth/verify')).status).toBe(200)
    await undo('bob', json.id)
    expect((await as('dave', 'PUT', '/api/channels/my-channel', { title: 'x' })).status).toBe(200)
  })

  it('ends the sessions of an account', async () => {
    await act('bob', { kind: 'end-sessions', username: 'erin', reason: 'other', note: 'a stolen wallet' })
    expect((await as('erin', 'POST', '/api/auth/verify')).status).toBe(401)
    tokens.erin = await site.signIn('erin')
  })

  it('needs a note where the reason says nothing, and is refused against those who run the site', async () => {
    const refusals = [
      await act('bob', { kind: 'suspend-chat', username: 'carol', reason: 'other' }),
      await act('bob', { kind: 'suspend-chat', username: 'alice', reason: 'spam' }),
      await act('bob', { kind: 'end-broadcast', username: 'carol', reason: 'spam' }),
      await act('bob', { kind: 'remove-replay', username: 'carol', reason: 'spam', streamId: 'k3f9x2m7q1w8e5r4t6y0' }),
    ]
    expect(refusals.map(({ json }) => json.code)).toEqual([
      'note_required',
      'operator_protected',
      'not_broadcasting',
      'stream_not_found',
    ])
  })
})

describe('[OPERATE-3] a channel that may not broadcast', () => {
  async function publish(name: string) {
    const publisher = await connectTestPublisher(site.rtmpPort)
    const answer = (await publisher.publish('live', await site.streamKey(name)).catch(String)) as { code: string }
    return { publisher, code: answer.code, description: JSON.stringify(answer) }
  }

  it('is disconnected at once, is told why, and is refused until the action is undone', async () => {
    const { publisher, code } = await publish('carol')
    expect(code).toBe('NetStream.Publish.Start')
    const { json } = await act('bob', { kind: 'suspend-broadcasting', username: 'carol', reason: 'copyright' })
    await publisher.whenClosed
    const again = await publish('carol')
    expect(again.code).not.toBe('NetStream.Publish.Start')
    expect(again.description).toContain('Reason: the work of others, shown without permission')
    await undo('bob', json.id)
    const allowed = await publish('carol')
    expect(allowed.code).toBe('NetStream.Publish.Start')
    await allowed.publisher[Symbol.asyncDispose]()
  })

  it('has no stream key any more once it was revoked', async () => {
    const key = await site.streamKey('carol')
    await act('bob', { kind: 'revoke-stream-key', username: 'carol', reason: 'other', note: 'it leaked' })
    const publisher = await connectTestPublisher(site.rtmpPort)
    const answer = await publisher.publish('live', key).catch(String)
    expect((answer as { code: string }).code).not.toBe('NetStream.Publish.Start')
  })
})

it('[OPERATE-3] nothing of an ended broadcast is shown any more: its recording is not published, then or later', async () => {
  const db = await openDatabase({ dataDir: site.dataDir })
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  const isPublic = async () =>
    (await db.selectFrom('recordings').select('is_public').execute()).map((row) => row.is_public)
  const id = 'k3f9x2m7q1w8e5r4t6y0'
  await insertBroadcast(db, { id, username: 'erin', startedAtMs: site.now(), playlists })
  await addRecordedBytes(db, id, 1000)
  expect(await isPublic()).toEqual([1])
  expect((await act('bob', { kind: 'end-broadcast', username: 'erin', reason: 'copyright' })).status).toBe(200)
  expect(await isPublic()).toEqual([0])
  // The first object may be stored only now.
  await db.deleteFrom('recordings').execute()
  await addRecordedBytes(db, id, 1000)
  expect(await isPublic()).toEqual([0])
  await db.destroy()
})

it('[OPERATE-4] everything is in a log that can be read, filtered and exported, and not changed', async () => {
  const { actions } = (await as('bob', 'GET', '/api/operate/actions')).json
  const kinds = actions.map(({ kind }: { kind: string }) => kind)
  expect(kinds[0]).toBe('end-broadcast')
  expect(kinds.at(-1)).toBe('appoint-moderator')
  const ofDave = (await as('bob', 'GET', '/api/operate/actions?username=dave')).json.actions
  expect(ofDave).toMatchObject([{ kind: 'suspend-account', takenBy: 'bob', undoneBy: 'bob' }])
  const found = async (query: Record<string, string>) => {
    const { json } = await as('bob', 'GET', `/api/operate/actions?${new URLSearchParams(query)}`)
    return json.actions?.map(({ kind, username }: Record<string, string>) => `${kind} ${username}`) ?? json.code
  }
  expect(await found({ kind: 'suspend-account' })).toEqual(['suspend-account dave'])
  expect(await found({ words: ' IMPERSONATION  @Dave ' })).toEqual(['suspend-account dave'])
  expect(await found({ words: 'impersonation carol' })).toEqual([])
  expect(await found({ words: 'impersonation', kind: 'suspend-chat' })).toEqual([])
  expect(await found({ words: '%' })).toEqual([])
  expect([await found({ kind: 'none' }), await found({ words: 'x'.repeat(101) })]).toEqual(
    Array(2).fill('invalid_request'),
  )
  const { text } = await as('alice', 'GET', '/api/operate/actions/export')
  expect(text.trim().split('\r\n')).toHaveLength(actions.length + 1)
  expect(text).toContain('suspend-account,dave,,impersonation,,bob,')
})
