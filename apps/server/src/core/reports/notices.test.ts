import { createHash } from 'node:crypto'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { noticeProof } from '@waggle/contract/operating/proof-of-work'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChainSite, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { solveNotice } from '../../testing/core/solve-notice.ts'
import { noticeRoutes } from './notices.ts'
import { reportRoutes } from './reports.ts'

let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>

beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(site, (app, context) => {
    const easy = { ...context, noticeProofBits: 4 }
    noticeRoutes(app, easy)
    reportRoutes(app, easy)
  })
})
afterEach(async () => {
  await core.close()
  await site.close()
})

const about = { kind: 'account', username: 'carol', reason: 'spam' }
const challenge = async (address = '10.0.0.1') =>
  (await core.request('POST', '/api/reports/challenge', { address })).json
const send = (body: object, address = '10.0.0.1') => core.request('POST', '/api/reports/notices', { body, address })
const solved = async (change: object = {}, address?: string) =>
  send({ ...about, ...change, ...solveNotice(await challenge(address)) }, address)
const outcome = (secret: string) => core.request('POST', '/api/reports/notices/outcome', { body: { secret } })
const stored = () => site.db.selectFrom('reports').selectAll().execute()

describe('[OPERATE-7] a notice by somebody without an account', () => {
  it('is sent with a solved puzzle, and its sender alone learns what becomes of it', async () => {
    const { status, json } = await solved({ note: 'It is mine.', email: 'me@example.com' })
    expect(status).toBe(200)
    const [row] = await stored()
    expect(row).toMatchObject({ reporter: '', email: 'me@example.com', note: 'It is mine.' })
    expect(JSON.stringify(await stored())).not.toContain(json.secret)
    expect((await outcome(json.secret)).json).toMatchObject({ username: 'carol', outcome: null })
    const another = createHash('sha256').update('another').digest('base64url')
    expect((await outcome(another)).json.code).toBe('report_not_found')
  })

  it('[T41] is refused without the puzzle, with that of another site or of long ago, and the second time', async () => {
    const proof = solveNotice(await challenge())
    const wrong = { ...proof, solution: proof.solution.map((number) => number + 1) }
    const [seed, expiry, seal = ''] = proof.challenge.split('.')
    const foreign = {
      ...proof,
      challenge: `${seed}.${expiry}.${seal.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    }
    const later = { ...proof, challenge: `${seed}.${(site.now() * 2).toString(36)}.${seal}` }
    for (const bad of [wrong, foreign, later, { ...proof, challenge: '' }]) {
      expect((await send({ ...about, ...bad })).json.code).toBe('proof_of_work_invalid')
    }
    expect((await send({ ...about, ...proof, solution: [1] })).status).toBe(400)
    expect((await send({ ...about, ...proof })).status).toBe(200)
    expect((await send({ ...about, ...proof, username: 'dave' })).json.code).toBe('proof_of_work_invalid')
    const old = solveNotice(await challenge())
    site.wait(noticeProof.lifeMs / 1000)
    expect((await send({ ...about, ...old })).json.code).toBe('proof_of_work_invalid')
    expect(await stored()).toHaveLength(1)
  })

  it('uses the puzzle up only when it is stored', async () => {
    const proof = solveNotice(await challenge())
    expect((await send({ ...about, ...proof, reason: 'other' })).json.code).toBe('note_required')
    expect((await send({ ...about, ...proof, reason: 'other', note: 'He shouts.' })).status).toBe(200)
  })

  it('has an e-mail address or none', async () => {
    expect((await solved({ email: 'not one' })).status).toBe(400)
    expect((await solved({ email: '' })).status).toBe(200)
  })
})

describe('[OPERATE-7] [T41] a flood of notices', () => {
  it('from one address is refused after ten an hour, and from its neighbours in IPv6 too', async () => {
    const statuses = []
    for (let n = 0; n < 12; n += 1) {
      statuses.push((await solved({ username: `user-${n}` }, `2001:db8::${n + 1}`)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    expect((await solved({}, '2001:db8:0:1::1')).status).toBe(200)
  })

  it('of one target, from many addresses, is refused after thirty an hour; accounts can still report it, and others', async () => {
    const statuses = []
    for (let n = 0; n < 32; n += 1) statuses.push((await solved({}, `10.1.0.${n}`)).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429])
    expect((await solved({ username: 'dave' }, '10.1.1.1')).status).toBe(200)
    const token = await core.session('erin')
    expect((await core.request('POST', '/api/reports', { token, body: about })).status).toBe(200)
    expect(await stored()).toHaveLength(32)
    // They are one thing to look at.
    expect(await site.db.selectFrom('reported_things').select('id').execute()).toHaveLength(2)
  })

  it('leaves room for people with an account, however many are open', async () => {
    const openedMs = site.now()
    const rows = Array.from({ length: operatingLimits.noticesMax }, (_, n) => ({
      ...{ id: `notice-${n}`, subject: `account user-${n % 100} `, kind: 'account', username: `user-${n % 100}` },
      ...{ stream_id: null, channel: null, evidence: '{}', reporter: '', reason: 'spam', note: '', outcome: null },
      ...{ reported_at_ms: openedMs, open_key: `open-${n}`, closed_by: null, closed_at_ms: null },
    }))
    while (rows.length > 0) await site.db.insertInto('reports').values(rows.splice(0, 500)).execute()
    expect((await solved({}, '10.3.0.1')).status).toBe(429)
    const token = await core.session('erin')
    await core.request('POST', '/api/reports', { token, body: about })
    expect((await stored()).filter(({ reporter }) => reporter === 'erin')).toHaveLength(1)
  })
})
