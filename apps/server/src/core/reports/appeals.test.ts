import { operatingLimits } from '@waggle/contract/operating/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { type OperatedSite, startOperatedSite } from '../../testing/operated-site.ts'
import { signAs } from '../../testing/site.ts'

const dayMs = 24 * 60 * 60_000
const streamId = 'k3f9x2m7q1w8e5r4t6y0'
let site: OperatedSite

beforeAll(async () => {
  site = await startOperatedSite(['carol', 'dave'])
})
afterAll(() => site?.close())

async function act(name: string, body: object): Promise<string> {
  return (await site.as(name, 'POST', '/api/operate/actions', { username: 'carol', reason: 'spam', ...body })).json.id
}
const statements = async () => (await site.as('carol', 'GET', '/api/reports/statements')).json.statements
const appeal = (name: string, id: string, text = 'It was not me.') =>
  site.as(name, 'POST', `/api/reports/statements/${id}/appeal`, { text })
const decide = (name: string, id: string, outcome = 'reverted', answer = 'You are right.') =>
  site.as(name, 'POST', `/api/operate/appeals/${id}`, { outcome, answer })
const appeals = async () => (await site.as('alice', 'GET', '/api/operate/appeals')).json
const say = async () => (await site.as('carol', 'POST', '/api/chat/messages/alice', { message: 'hello' })).status

describe('[OPERATE-10] the account that is concerned', () => {
  it('reads what was decided, why, for how long, and until when it can appeal; not by whom', async () => {
    const statement = 'You posted the same link forty times.'
    await act('bob', { kind: 'suspend-account', statement, note: 'Third time.', minutes: 60 })
    const [told] = await statements()
    expect(told).toMatchObject({
      kind: 'suspend-account',
      reason: 'spam',
      statement,
      isAfterReport: false,
      appeal: null,
    })
    expect(told.until - told.takenAt).toBe(60 * 60_000)
    expect(told.appealableUntil - told.takenAt).toBe(operatingLimits.appealDays * dayMs)
    expect(JSON.stringify(told)).not.toMatch(/bob|Third/)
    expect((await site.as('dave', 'GET', '/api/reports/statements')).json.statements).toEqual([])
  })
})

it('[OPERATE-15] a check of the session says what the account is kept from, and until when', async () => {
  const restrictions = async (name: string) =>
    (await site.as(name, 'POST', '/api/auth/verify')).json.restrictions as { scope: string }[]
  const [{ until }] = await statements()
  const suspension = { reason: 'spam', until }
  expect(await restrictions('carol')).toEqual([
    { scope: 'account', ...suspension },
    { scope: 'chat', ...suspension },
    { scope: 'broadcasting', ...suspension },
  ])
  expect(await restrictions('dave')).toEqual([])
})

describe('[OPERATE-11] an appeal', () => {
  it('is made once, also by a suspended account, and by no other', async () => {
    const [{ actionId }] = await statements()
    expect((await appeal('dave', actionId)).json.code).toBe('action_not_found')
    expect((await appeal('carol', actionId, '  ')).status).toBe(400)
    const both = await Promise.all([appeal('carol', actionId), appeal('carol', actionId)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await appeal('carol', actionId)).json.code).toBe('appeal_made')
    expect((await statements())[0]).toMatchObject({ appealableUntil: null, appeal: { outcome: null } })
    expect((await appeals()).open).toMatchObject([
      { actionId, username: 'carol', takenBy: 'bob', text: 'It was not me.' },
    ])
  })

  it('[T42] is decided by another moderator than the one who acted, and reverting it undoes the action', async () => {
    const [{ actionId }] = await statements()
    expect((await decide('bob', actionId)).json.code).toBe('own_decision')
    expect(await say()).toBe(403)
    expect((await decide('alice', 'none')).json.code).toBe('appeal_not_found')
    expect((await decide('alice', actionId)).status).toBe(200)
    expect(await say()).toBe(200)
    expect((await decide('alice', actionId, 'upheld')).json.code).toBe('appeal_decided')
    const [told] = await statements()
    expect(told.undoneAt).not.toBeNull()
    expect(told.appeal).toMatchObject({ outcome: 'reverted', answer: 'You are right.' })
    expect((await appeals()).decided).toMatchObject([{ actionId, decidedBy: 'alice', isDecidedAlone: false }])
  })

  it('[T34] is decided once, by one of two', async () => {
    await site.as('alice', 'PUT', '/api/operate/moderators/dave')
    await site.approve('dave')
    const id = await act('bob', { kind: 'suspend-chat' })
    await appeal('carol', id)
    const both = await Promise.all([decide('alice', id, 'upheld'), decide('dave', id, 'reverted')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [told] = await statements()
    expect(told.undoneAt === null).toBe(told.appeal.outcome === 'upheld')
    await site.as('alice', 'POST', `/api/operate/actions/${id}/undo`)
  })

  it('of an ended broadcast shows its recording again, also after the time of the action', async () => {
    await using db = await openDatabase({ dataDir: site.dataDir })
    const isPublic = async () => (await site.request('GET', `/api/replays/${streamId}`)).status === 200
    await insertRecordedBroadcast(db, {
      id: streamId,
      username: 'carol',
      startedAtMs: site.now() - 60_000,
      isLive: true,
    })
    const id = await act('bob', { kind: 'end-broadcast' })
    const endedAtMs = site.now()
    await db.updateTable('broadcasts').set({ ended_at_ms: endedAtMs }).where('id', '=', streamId).execute()
    expect(await isPublic()).toBe(false)
    await appeal('carol', id)
    site.moveClock(2 * operatingLimits.endedBroadcastMinMinutes * 60_000)
    await site.approve('alice')
    expect((await decide('alice', id)).status).toBe(200)
    expect(await isPublic()).toBe(true)
  })

  it('comes too late after a month, or when the action was undone', async () => {
    const undone = await act('bob', { kind: 'hide-channel' })
    await site.as('alice', 'POST', `/api/operate/actions/${undone}/undo`)
    expect((await appeal('carol', undone)).json.code).toBe('appeal_too_late')
    await site.approve('bob')
    const id = await act('bob', { kind: 'hide-channel' })
    // More than a busy machine needs to sign in.
    const beforeMs = 5 * 60_000
    site.moveClock(operatingLimits.appealDays * dayMs - beforeMs)
    site.tokens.carol = await site.signIn('carol')
    expect((await statements())[0].appealableUntil).not.toBeNull()
    site.moveClock(beforeMs)
    site.tokens.carol = await site.signIn('carol')
    expect((await appeal('carol', id)).json.code).toBe('appeal_too_late')
  })
})

describe('[OPERATE-14] [T42] where nobody else runs the site, who acted decides', () => {
  const answer = 'I have looked again.'
  const own = async (body: object = {}) =>
    site.as('alice', 'POST', `/api/operate/appeals/${(await statements())[0].actionId}`, {
      outcome: 'reverted',
      answer,
      ...body,
    })
  async function sign(purpose = 'operate') {
    const { challenge } = (await site.as('alice', 'GET', `/api/auth/challenge?purpose=${purpose}&username=alice`)).json
    return { challenge, signature: await signAs('alice', challenge) }
  }
  const logged = async () =>
    (await site.as('alice', 'GET', '/api/operate/actions?username=carol')).json.actions.map(
      ({ kind, takenBy }: { kind: string; takenBy: string }) => `${kind} ${takenBy}`,
    )

  it('not while a moderator is there, whatever is signed', async () => {
    // The sessions have ended with the month that is over.
    site.tokens.alice = await site.signIn('alice')
    await site.approve('alice')
    await act('alice', { kind: 'suspend-chat' })
    await appeal('carol', (await statements())[0].actionId)
    expect((await statements())[0]).toMatchObject({ hasAnotherToDecide: true })
    expect((await appeals()).open[0]).toMatchObject({ username: 'carol', decision: 'another' })
    expect((await own({ proof: await sign() })).json.code).toBe('own_decision')
  })

  it('with a fresh signature only, and both the account and the log are told so', async () => {
    for (const name of ['bob', 'dave']) await site.as('alice', 'DELETE', `/api/operate/moderators/${name}`)
    expect((await statements())[0]).toMatchObject({ hasAnotherToDecide: false })
    expect((await appeals()).open[0]).toMatchObject({ username: 'carol', decision: 'signed' })
    expect((await own()).json.code).toBe('own_decision_proof_required')
    const proof = await sign()
    const forged = { ...proof, signature: await signAs('carol', proof.challenge) }
    expect((await own({ proof: forged })).json.code).toBe('signature_invalid')
    expect((await own({ proof: await sign('login') })).json.code).toBe('challenge_invalid')
    expect(await say()).toBe(403)
    expect((await own({ proof })).status).toBe(200)
    expect(await say()).toBe(200)
    expect((await own({ proof })).json.code).toBe('challenge_used')
    expect((await statements())[0].appeal).toMatchObject({ outcome: 'reverted', answer, isDecidedAlone: true })
    expect((await appeals()).decided[0]).toMatchObject({ decidedBy: 'alice', isDecidedAlone: true })
    expect(await logged()).toContain('revert-appeal-alone alice')
  })

  it('which does not make the one who appeals a moderator who decides', async () => {
    await act('alice', { kind: 'silence' })
    await appeal('carol', (await statements())[0].actionId)
    await site.as('alice', 'PUT', '/api/operate/moderators/carol')
    expect((await appeals()).open[0]).toMatchObject({ decision: 'signed' })
    expect((await own({ outcome: 'upheld', proof: await sign() })).status).toBe(200)
    expect((await statements())[0].appeal).toMatchObject({ outcome: 'upheld', isDecidedAlone: true })
    expect(await logged()).toContain('uphold-appeal-alone alice')
  })
})
