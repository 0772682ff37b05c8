import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { addEgress } from '../../db/egress/egress-totals.ts'
import { connectDatabase, type Db } from '../../db/open.ts'
import { listAlerts } from '../../db/site-health/alerts.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'

const secret = 'a-secret-of-the-edges'
const streamId = 'eeeeeeeeeeeeeeeeeeee'
let site: TestSite
let db: Db
let operator: string

beforeAll(async () => {
  site = await startTestSite({
    env: {
      WAGGLE_OPERATORS: 'alice',
      WAGGLE_EGRESS_BUDGET: '$1/day,$20/month',
      WAGGLE_EGRESS_PRICE: '0.10',
      WAGGLE_EGRESS_SHARES: 'address:5',
      WAGGLE_EDGE_SECRET: secret,
    },
  })
  db = connectDatabase({ dataDir: site.dataDir })
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  await insertBroadcast(db, { id: streamId, username: 'bob', startedAtMs: site.now(), playlists })
  await db
    .insertInto('broadcast_figures')
    .values({
      ...{ broadcast_id: streamId, title: 'A day', viewer_ms: 4 * 3600_000, messages: 0 },
      ...{ counted_until_ms: site.now(), is_closed: 1, paid_out: null },
    })
    .execute()
  operator = await site.signIn('alice')
  const { challenge } = (await site.request('GET', '/api/auth/challenge?purpose=operate&username=alice')).json
  const body = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
  await site.request('POST', '/api/operate/rights', { body, token: operator })
})
afterAll(async () => {
  await db?.destroy()
  await site?.close()
})

const report = (batch: number, bytes: number, options: { shown?: string; address?: string } = {}) =>
  site.request('POST', '/api/egress/reports', {
    body: {
      ...{ edge: 'edge-1', run: 'run-of-today', batch },
      sent: [{ address: options.address ?? '198.51.100.7', streamId, bytes }],
    },
    headers: { 'x-waggle-edge': options.shown ?? secret },
  })
const egress = async () => (await site.request('GET', '/api/operate/egress', { token: operator })).json

it('[EGRESS-8] counts what edges report once, for the address, the broadcast and the site', async () => {
  expect((await report(1, 100e6)).json).toEqual({ isRepeated: false })
  expect((await report(1, 100e6)).json).toEqual({ isRepeated: true })
  expect((await report(3, 100e6)).json.code).toBe('batch_out_of_order')
  expect((await report(2, 300e6)).status).toBe(200)
  await expect.poll(async () => (await egress()).day.usedBytes, { timeout: 10_000 }).toBeGreaterThan(400e6)
  expect((await egress()).broadcasts).toMatchObject([{ streamId, username: 'bob' }])
  expect((await site.request('GET', '/', { headers: { 'x-forwarded-for': '198.51.100.7' } })).status).toBe(200)
  // Its share is half a gigabyte.
  expect((await report(3, 100e6)).status).toBe(200)
  expect((await site.request('GET', '/', { headers: { 'x-forwarded-for': '198.51.100.7' } })).status).toBe(429)
})

it('[EGRESS-8] takes reports only from who knows the secret', async () => {
  expect((await report(4, 1, { shown: 'another-secret-of-edges' })).json.code).toBe('edge_unknown')
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, index) => report(4, 1, { shown: `guess ${index}` })))
  expect(guesses.map(({ status }) => status)).toContain(429)
})

it('[EGRESS-7] shows what was spent, what it costs and what is to come, and raises the budget of today', async () => {
  await report(4, 4.6e9, { address: 'unknown' })
  await expect.poll(async () => (await egress()).day.usedBytes, { timeout: 10_000 }).toBeGreaterThan(5.1e9)
  const before = await egress()
  expect(before).toMatchObject({
    step: 'open',
    dollarsPerGigabyte: 0.1,
    day: { limitBytes: 10e9 },
    month: { limitBytes: 200e9 },
    today: { edgeBytes: 5.1e9, estimatedBytes: 0 },
    edges: [{ edge: 'edge-1' }],
  })
  expect(before.day.forecastBytes).toBeGreaterThanOrEqual(before.day.usedBytes)
  // 5.1 GB at ten cents, watched for four hours. The broadcast's share is 5 GB.
  expect(before.broadcasts[0].dollars).toBeCloseTo(0.51)
  expect(before.broadcasts[0].dollarsPerViewerHour).toBeCloseTo(0.1275)
  await expect
    .poll(async () => (await listAlerts(db, 9)).map(({ facts }) => facts))
    .toEqual([{ period: 'day', percent: 50 }])

  const raise = (body: object, token = operator) => site.request('POST', '/api/operate/egress/raises', { body, token })
  expect((await raise({ gigabytes: -1 })).status).toBe(400)
  expect((await raise({ gigabytes: 5 }, await site.signIn('carol'))).status).toBe(403)
  expect((await raise({ gigabytes: 5, note: 'the final' })).status).toBe(200)
  expect(await egress()).toMatchObject({ day: { limitBytes: 15e9 }, month: { limitBytes: 205e9 } })
  // The days, from the first one that is known.
  const [today, ...others] = (await egress()).days
  expect([today.bytes >= 5.1e9, others]).toEqual([true, []])
  const dayBefore = (days: number) => new Date(Date.parse(today.day) - days * 24 * 3600_000).toISOString().slice(0, 10)
  for (const days of [2, 30]) await addEgress(db, [{ scope: 'site', day: dayBefore(days), id: '', bytes: 7e9 }], 'sent')
  const { days } = await egress()
  expect(days.slice(0, 2)).toEqual([
    { day: dayBefore(2), bytes: 7e9 },
    { day: dayBefore(1), bytes: 0 },
  ])
  expect(days.slice(2).map(({ day }: { day: string }) => day)).toEqual([today.day])
  const { actions } = (await site.request('GET', '/api/operate/actions', { token: operator })).json
  expect(actions).toMatchObject([{ kind: 'raise-budget', takenBy: 'alice', note: '5 GB: the final' }])
})
