import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { realTimeCloseCodes } from '@waggle/contract/playback/real-time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { raiseBudget } from '../../db/egress/egress-raises.ts'
import { addEgress } from '../../db/egress/egress-totals.ts'
import { connectDatabase, type Db } from '../../db/open.ts'
import { utcDay } from '../../lib/utc-day.ts'
import { connectRealTime } from '../../testing/real-time-viewer.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

// One site whose budget is used up step by step. The tests follow each other.

const hourMs = 3600_000
let site: TestSite
let db: Db
let encoder: TestEncoder
let streamId: string
/** Of somebody who watches from the beginning. */
let early: string

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_TRANSCODE: 'off', WAGGLE_EGRESS_BUDGET: '10GB/day' } })
  // Noon: what is left of a budget has to last for half a day.
  site.moveClock(12 * hourMs - (site.now() % (24 * hourMs)))
  db = connectDatabase({ dataDir: site.dataDir })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  for (;;) {
    const channel = (await site.request('GET', '/api/streams/info/alice')).json
    streamId = channel.streamId
    if (channel.isLive) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  early = (await takeToken()).json.token
})
afterAll(async () => {
  await encoder?.close()
  await db?.destroy()
  await site?.close()
})

function takeToken(session?: string) {
  site.nextClient()
  return site.request('POST', `/api/hls/token/${streamId}`, session === undefined ? {} : { token: session })
}

const takeKey = (token: string) =>
  site.request('GET', `/api/hls/key/${streamId}/${keyNumberAt(site.now())}?token=${token}`)

const wait = async (ticket?: string) => {
  site.nextClient()
  return site.request('POST', `/api/hls/wait/${streamId}`, { body: ticket === undefined ? {} : { ticket } })
}

/** Uses up so much of the budget, and waits until the site knows. */
async function use(gigabytes: number, step: string): Promise<void> {
  await addEgress(db, [{ scope: 'site', day: utcDay(site.now()), id: '', bytes: gigabytes * 1e9 }], 'edge')
  await expect.poll(async () => (await takeKey(early)).headers.get('x-waggle-guard'), { timeout: 15_000 }).toBe(step)
}

const raise = (bytes: number) =>
  raiseBudget(db, { day: utcDay(site.now()), bytes, takenBy: 'alice', note: '' }, site.now())

it('[EGRESS-5] first gives no more seats in real time, then moves those who have one, and tells players', async () => {
  expect((await takeKey(early)).headers.get('x-waggle-guard')).toBeNull()
  const seated = await connectRealTime(site.url, streamId, { token: early })
  seated.subscribe()
  await seated.firstMessage
  await use(6.1, 'no-real-time')
  const late = await connectRealTime(site.url, streamId, { token: early })
  expect(await late.closed).toBe(realTimeCloseCodes.full)
  const before = seated.receivedBytes()
  encoder.send(1)
  await expect.poll(seated.receivedBytes).toBeGreaterThan(before)
  await use(1, 'lower-quality')
  expect(await seated.closed).toBe(realTimeCloseCodes.full)
  expect((await takeToken()).status).toBe(200)
})

it('[EGRESS-9] then new viewers wait in line, whoever watches goes on, and they come in when there is room', async () => {
  await use(1, 'waiting')
  expect((await takeToken()).json).toMatchObject({ code: 'viewers_wait' })
  expect((await takeKey(early)).status).toBe(200)
  const { status, json } = await site.request('POST', '/api/hls/refresh-token', { body: { token: early } })
  expect(status).toBe(200)
  expect((await takeKey(json.token)).status).toBe(200)

  const [first, second] = [(await wait()).json, (await wait()).json]
  expect(first).toMatchObject({ place: 1, waiting: 1, admitted: null })
  expect(second).toMatchObject({ place: 2, waiting: 2, admitted: null })
  expect(first.endsAt).toBe(Math.ceil(site.now() / (24 * hourMs)) * 24 * hourMs)
  expect((await wait(first.ticket)).json).toMatchObject({ place: 1, waiting: 2 })
  expect((await wait('never-given-ticket')).json).toMatchObject({ place: 3 })

  // One address cannot fill the line.
  const calls = Array.from({ length: 15 }, () =>
    site.request('POST', `/api/hls/wait/${streamId}`, { body: {}, headers: { 'x-forwarded-for': '198.51.100.9' } }),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)

  await raise(20e9)
  await expect
    .poll(async () => (await wait(second.ticket)).json.admitted?.token, { timeout: 15_000 })
    .toBeTypeOf('string')
  const { admitted } = (await wait(first.ticket)).json
  expect((await takeKey(admitted.token)).status).toBe(200)
})

it('[EGRESS-10] at last only members watch: who is signed in and follows, the owner and operators', async () => {
  const [member, stranger] = [await site.signIn('bob'), await site.signIn('carol')]
  expect(
    (await site.request('POST', '/api/follows/follow', { token: member, body: { username: 'alice' } })).status,
  ).toBeLessThan(300)
  await use(20.5, 'members')
  const forms = [undefined, stranger]
  for (const session of forms) expect((await takeToken(session)).json).toMatchObject({ code: 'members_only' })
  expect((await wait()).json).toMatchObject({ code: 'members_only' })
  expect((await takeKey(early)).json).toMatchObject({ code: 'members_only' })
  const token = (await takeToken(member)).json.token
  expect((await takeKey(token)).status).toBe(200)
  const owner = (await takeToken(await site.signIn('alice'))).json.token
  expect((await takeKey(owner)).status).toBe(200)

  await use(1.5, 'stopped')
  expect((await takeKey(token)).json).toMatchObject({ code: 'traffic_spent' })
  const media = await site.request('GET', `/live/${streamId}/master.m3u8`)
  expect([media.status, media.json.code]).toEqual([503, 'traffic_spent'])
  expect(Number(media.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await site.request('GET', '/api/streams')).status).toBe(200)

  await raise(20e9)
  await expect.poll(async () => (await takeKey(early)).status, { timeout: 15_000 }).toBe(200)
  expect((await site.request('GET', `/live/${streamId}/master.m3u8`)).status).toBe(200)
})
