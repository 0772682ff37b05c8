import { operatingLimits } from '@waggle/contract/operating/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { type OperatedSite, startOperatedSite } from '../../testing/operated-site.ts'

const streamId = 'k3f9x2m7q1w8e5r4t6y0'
let site: OperatedSite

beforeAll(async () => {
  site = await startOperatedSite(['carol', 'dave', 'erin', 'frank'])
  await using db = await openDatabase({ dataDir: site.dataDir })
  await insertRecordedBroadcast(db, { id: streamId, username: 'carol', startedAtMs: site.now() - 3_600_000 })
})
afterAll(() => site?.close())

const say = (name: string, message: string) => site.as(name, 'POST', '/api/chat/messages/erin', { message })
const report = (name: string, body: object) => site.as(name, 'POST', '/api/reports', { reason: 'spam', ...body })
const things = async (state = 'open') =>
  (await site.as('bob', 'GET', `/api/operate/reports?state=${state}`)).json.things
const evidence = async (id: string) => (await site.as('bob', 'GET', `/api/operate/reports/${id}/evidence`)).json
const close = (name: string, id: string, body: object = { outcome: 'acted' }) =>
  site.as(name, 'POST', `/api/operate/reports/${id}/close`, body)
const take = (name: string, id: string) => site.as(name, 'PUT', `/api/operate/reports/${id}/taken`)
const giveBack = (name: string, id: string) => site.as(name, 'DELETE', `/api/operate/reports/${id}/taken`)
const own = async (name: string) => (await site.as(name, 'GET', '/api/reports/mine')).json.reports
const kinds = async () =>
  (await site.as('bob', 'GET', '/api/operate/actions')).json.actions.map(({ kind }: { kind: string }) => kind)

describe('[OPERATE-6] a report', () => {
  it('is shown with those of others of the same thing, and with what the account wrote', async () => {
    await say('carol', 'buy my honey')
    const thing = { kind: 'account', username: 'carol', channel: 'erin' }
    for (const name of ['dave', 'frank', 'dave']) expect((await report(name, thing)).status).toBe(200)
    await report('frank', { kind: 'account', username: 'dave', reason: 'other', note: 'He shouts.' })
    expect(await things()).toMatchObject([
      { username: 'carol', channel: 'erin', count: 2, reports: [{ reporter: 'dave' }, { reporter: 'frank' }] },
      { username: 'dave', reports: [{ reason: 'other', note: 'He shouts.' }] },
    ])
    const [{ id }] = await things()
    expect(await evidence(id)).toMatchObject({
      messages: [{ username: 'carol', message: 'buy my honey', isReported: true }],
      ...{ picture: null, media: null, deletedAt: null },
    })
  })

  it('of a message shows it among those around it, as they were', async () => {
    await say('dave', 'what a day')
    const { id } = (await say('carol', 'you are all fools')).json.data
    await say('frank', 'please stop')
    await report('dave', { kind: 'message', username: 'carol', channel: 'erin', messageId: id, reason: 'harassment' })
    await site.as('erin', 'DELETE', `/api/chat/messages/erin/${id}`)
    const thing = (await things()).find(({ kind }: { kind: string }) => kind === 'message')
    expect(thing.message).toBe('you are all fools')
    const { messages } = await evidence(thing.id)
    expect(messages.slice(-3)).toMatchObject([
      { username: 'dave', message: 'what a day', isReported: false },
      { username: 'carol', message: 'you are all fools', isReported: true },
      { username: 'frank', message: 'please stop', isReported: false },
    ])
  })

  it('of a clip names its maker, and the clip can be removed', async () => {
    const startedAtMs = (await site.request('GET', `/api/replays/${streamId}`)).json.startedAt
    const clip = { streamId, title: 'Stolen', startsAt: startedAtMs + 1000, endsAt: startedAtMs + 9000 }
    const { clipId } = (await site.as('dave', 'POST', '/api/clips', clip)).json
    expect((await report('erin', { kind: 'clip', username: 'carol', streamId: clipId })).json.code).toBe(
      'clip_not_found',
    )
    await report('erin', { kind: 'clip', username: 'dave', streamId: clipId, reason: 'copyright' })
    const thing = (await things()).find(({ kind }: { kind: string }) => kind === 'clip')
    expect(thing).toMatchObject({ username: 'dave', channel: 'carol', title: 'Stolen', streamId: clipId })
    const action = { kind: 'remove-clip', reason: 'copyright', streamId: clipId, reportId: thing.id }
    const remove = (username: string) => site.as('bob', 'POST', '/api/operate/actions', { ...action, username })
    expect((await remove('erin')).json.code).toBe('clip_not_found')
    expect((await remove('dave')).json).toMatchObject({ kind: 'remove-clip', reportId: thing.id })
    expect((await site.request('GET', `/api/clips/${clipId}`)).status).toBe(404)
    expect(await own('erin')).toMatchObject([{ kind: 'clip', outcome: 'acted' }])
    // What it showed is kept.
    expect((await evidence(thing.id)).media).toMatchObject({ startsAt: clip.startsAt, endsAt: clip.endsAt })
  })

  it('is refused about what is not there, or not of that account, and in masses', async () => {
    const codes = []
    for (const body of [
      { kind: 'account', username: 'nobody-has-this' },
      { kind: 'account', username: 'dave', reason: 'other' },
      { kind: 'broadcast', username: 'carol', streamId: 'x3f9x2m7q1w8e5r4t6y0' },
      { kind: 'replay', username: 'dave', streamId },
      { kind: 'message', username: 'dave', channel: 'erin', messageId: 'none' },
      { kind: 'message', username: 'dave' },
    ]) {
      codes.push((await report('erin', body)).json.code)
    }
    expect(codes).toEqual([
      ...['account_not_found', 'note_required', 'stream_not_found', 'stream_not_found'],
      ...['chat_message_not_found', 'chat_message_not_found'],
    ])
    const statuses = new Set<number>()
    for (let n = 0; n < 20; n += 1) statuses.add((await report('erin', { kind: 'account', username: 'carol' })).status)
    expect(statuses).toEqual(new Set([200, 429]))
  })
})

describe('[OPERATE-8] [T34] two moderators of the site', () => {
  it('take a report: one has it, for an hour, and the other is told', async () => {
    const [{ id }] = await things()
    const both = await Promise.all([take('alice', id), take('bob', id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [one, other] = both[0].status === 200 ? ['alice', 'bob'] : ['bob', 'alice']
    expect((await things())[0].takenBy).toBe(one)
    for (const refused of [await take(other, id), await giveBack(other, id), await close(other, id)]) {
      expect(refused.json.code).toBe('report_taken')
    }
    const action = { kind: 'suspend-chat', username: 'carol', reason: 'spam', reportId: id }
    expect((await site.as(other, 'POST', '/api/operate/actions', action)).json.code).toBe('report_taken')
    // Nothing was done.
    expect((await say('carol', 'I may still write')).status).toBe(200)
    expect((await giveBack(one, id)).status).toBe(200)
    expect((await take(other, id)).status).toBe(200)
    site.moveClock(operatingLimits.takenForMs)
    await site.approve('alice')
    await site.approve('bob')
    expect((await things())[0].takenBy).toBeNull()
    expect((await take(one, id)).status).toBe(200)
    await giveBack(one, id)
  })

  it('close it: one does, the other is told, and the reporters read the outcome and why', async () => {
    const [{ id }] = await things()
    const answer = { outcome: 'unfounded', explanation: 'Honey may be sold here.' }
    const both = await Promise.all([close('alice', id, answer), close('bob', id, answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.json.code).toBe('report_closed')
    expect((await own('dave')).at(-1)).toMatchObject({ outcome: 'unfounded', explanation: 'Honey may be sold here.' })
    expect((await take('bob', id)).json.code).toBe('report_closed')
    expect((await things('closed')).at(-1)).toMatchObject({ id, outcome: 'unfounded' })
  })

  it('act on it: one does, the other is told, and nothing is done twice', async () => {
    const [{ id, username }] = await things()
    const action = { username, reason: 'spam', reportId: id }
    const both = await Promise.all([
      site.as('alice', 'POST', '/api/operate/actions', { ...action, kind: 'suspend-chat' }),
      site.as('bob', 'POST', '/api/operate/actions', { ...action, kind: 'suspend-broadcasting' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { actions } = (await site.as('bob', 'GET', `/api/operate/actions?username=${username}`)).json
    const inEffect = actions.filter(({ isInEffect }: { isInEffect: boolean }) => isInEffect)
    expect(inEffect).toMatchObject([{ reportId: id }])
  })

  it('[OPERATE-4] leave all of it in the log', async () => {
    expect(new Set(await kinds())).toEqual(
      new Set([
        ...['appoint-moderator', 'remove-clip', 'act-on-report', 'take-report', 'give-back-report', 'dismiss-report'],
        ...(await kinds()).filter((kind: string) => kind.startsWith('suspend-')),
      ]),
    )
  })
})

it('[HEALTH-4] what is reported needs the operators until it is closed', async () => {
  const alerts = async () =>
    (await site.as('bob', 'GET', '/api/operate/health')).json.alerts.filter(
      ({ kind, facts }: { kind: string; facts: { username?: string } }) =>
        kind === 'report' && facts.username === 'frank',
    )
  await report('dave', { kind: 'account', username: 'frank' })
  await report('erin', { kind: 'account', username: 'frank' })
  expect(await alerts()).toMatchObject([{ facts: { thing: 'account', username: 'frank' } }])
  const { id } = (await things()).find(({ username }: { username: string }) => username === 'frank')
  await close('bob', id)
  expect(await alerts()).toEqual([])
})
