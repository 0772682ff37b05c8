import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { insertSession } from '../../db/accounts/sessions.ts'
import { insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { raiseBudget } from '../../db/egress/egress-raises.ts'
import { addEgress } from '../../db/egress/egress-totals.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { utcDay } from '../../lib/utc-day.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { engines } from '../../testing/engines/engines.ts'
import { openClient, startMeteredServer } from '../../testing/metered-server.ts'
import { handleBeforeFramework } from '../http.ts'

const streams = { alice: 'aaaaaaaaaaaaaaaaaaaa', bob: 'bbbbbbbbbbbbbbbbbbbb' }
let engine: Awaited<ReturnType<NonNullable<typeof engines.sqlite>>> | undefined
let db: Db
const closers: (() => unknown)[] = []

beforeAll(async () => {
  engine = await engines.sqlite?.()
  db = await openDatabase(engine?.place ?? { dataDir: '' })
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  for (const [username, id] of Object.entries(streams)) {
    await insertBroadcast(db, { id, username, startedAtMs: Date.now(), playlists })
  }
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  await db.deleteFrom('egress_totals').execute()
  await db.deleteFrom('egress_raises').execute()
  await db.deleteFrom('sessions').execute()
})
afterAll(async () => {
  await db?.destroy()
  await engine?.close()
})

async function start(env: Record<string, string>, options: Partial<Parameters<typeof startMeteredServer>[0]> = {}) {
  const server = await startMeteredServer({ db, env, ...options })
  closers.push(() => server.close())
  return server
}

function client(port: number, address?: string) {
  const opened = openClient(port, address)
  closers.push(() => opened.close())
  return opened
}

const media = (id: string, bytes: number) => `/live/${id}/seg.m4s?n=${bytes}`
const site = (bytes: number) => [{ scope: 'site' as const, day: utcDay(Date.now()), id: '', bytes }]

it('[EGRESS-4] an address that floods uses up its share and nothing else', async () => {
  const { port, egress } = await start({ WAGGLE_EGRESS_BUDGET: '0.1GB/day', WAGGLE_EGRESS_SHARES: 'address:2' })
  const [attacker, viewer] = [client(port, '127.0.0.66'), client(port, '127.0.0.2')]
  const statuses: number[] = []
  for (let call = 0; call < 60; call += 1) statuses.push((await attacker.get(media(streams.alice, 100_000))).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
  expect(statuses.slice(20)).not.toContain(200)
  expect(attacker.receivedBytes()).toBeLessThan(2e6 + 100_000 + 20_000)
  expect((await viewer.get(media(streams.alice, 100_000))).status).toBe(200)
  expect(egress.stepOf(streams.alice)).toBe('open')

  const answer = await client(port, '127.0.0.66').get('/bytes', { accept: 'text/html' })
  expect([0, 429]).toContain(answer.status)
})

it('[EGRESS-4] tells people and programs why, and floods of refused calls next to nothing', async () => {
  const { port } = await start({ WAGGLE_EGRESS_BUDGET: '0.1GB/day', WAGGLE_EGRESS_SHARES: 'address:1' })
  const attacker = client(port, '127.0.0.67')
  await attacker.get('/bytes?n=2000000')
  const { status, text } = await attacker.get('/', { accept: 'text/html' })
  expect(status).toBe(429)
  expect(text).toContain('<p>Your network has used its share')
  expect(JSON.parse((await attacker.get('/api/streams')).text)).toMatchObject({ code: 'address_share_used' })
  const before = attacker.receivedBytes()
  for (let call = 0; call < 200; call += 1) await attacker.get('/bytes?n=1000')
  expect(attacker.receivedBytes() - before).toBeLessThan(60_000)
  // A proxy must not take this process for broken.
  const proxy = client(port)
  const forwarded = { 'x-forwarded-for': '127.0.0.67' }
  for (let call = 0; call < 50; call += 1) expect((await proxy.get('/bytes?n=1000', forwarded)).status).toBe(429)
  expect(proxy.receivedBytes()).toBeLessThan(20_000)
  expect((await proxy.get('/healthz', forwarded)).status).not.toBe(429)
})

it('[EGRESS-4] gives an address behind a proxy a hundred refusals a second, and each of its connections one', async () => {
  const { port, egress } = await start({ WAGGLE_EGRESS_BUDGET: '0.1GB/day', WAGGLE_EGRESS_SHARES: 'address:1' })
  const attackers = Array.from({ length: 20 }, () => client(port, '127.0.0.69'))
  await attackers[0]?.get('/bytes?n=2000000')
  const startedMs = performance.now()
  const statuses: number[] = []
  let isOver = false
  const flood = attackers.map(async (attacker) => {
    while (!isOver) statuses.push((await attacker.get('/bytes?n=1000')).status)
  })
  // A hundred and those that have waited, in each second of the guard: the third one comes after a whole second.
  await expect.poll(() => statuses.length, { timeout: 50_000 }).toBeGreaterThan(2 * 120 + 1)
  expect(performance.now() - startedMs).toBeGreaterThan(950)
  expect((await client(port, '127.0.0.70').get('/bytes?n=10')).status).toBe(200)
  isOver = true
  await Promise.all(flood)
  expect(new Set(statuses)).toEqual(new Set([429]))
  expect(egress.stepOf()).toBe('open')
})

it('[EGRESS-4] an address has one share over all processes, also after a restart', async () => {
  const env = { WAGGLE_EGRESS_BUDGET: '0.1GB/day', WAGGLE_EGRESS_SHARES: 'address:1' }
  const state = createMemoryState()
  const first = await start(env, { state })
  const second = await start(env, { state })
  const [here, there] = [client(first.port, '127.0.0.68'), client(second.port, '127.0.0.68')]
  expect((await here.get('/bytes?n=600000')).status).toBe(200)
  expect((await there.get('/bytes?n=600000')).status).toBe(200)
  await Promise.all([first.egress.refresh(), second.egress.refresh()])
  expect((await here.get('/bytes?n=10')).status).toBe(429)
  const restarted = await start(env)
  expect((await client(restarted.port, '127.0.0.68').get('/bytes?n=10')).status).toBe(429)
})

it('[EGRESS-5] a broadcast uses up its share, its channel and the others go on', async () => {
  const { port, egress } = await start({
    WAGGLE_EGRESS_BUDGET: '0.1GB/day',
    WAGGLE_EGRESS_SHARES: 'address:100,broadcast:10,channel:20',
  })
  const viewer = client(port, '127.0.0.2')
  let sent = 0
  const watch = async (id: string) => (await viewer.get(media(id, 1_000_000))).status
  await watch(streams.alice)
  await egress.refresh()
  while ((await watch(streams.alice)) === 200) sent += 1
  expect(sent).toBeGreaterThanOrEqual(8)
  expect(sent).toBeLessThanOrEqual(10)
  expect(egress.stepOf(streams.alice)).toBe('stopped')
  expect(await watch(streams.bob)).toBe(200)
  expect((await viewer.get('/bytes?n=10')).status).toBe(200)
})

it('[EGRESS-5] takes its steps one after the other as the budget is used up', async () => {
  const { egress } = await start({ WAGGLE_EGRESS_BUDGET: '1GB/day,1.5GB/month' })
  const steps = []
  for (const bytes of [0, 590e6, 20e6, 100e6, 100e6, 150e6, 40e6]) {
    await addEgress(db, site(bytes), bytes % 20e6 === 0 ? 'edge' : 'sent')
    await egress.refresh()
    steps.push(egress.stepOf())
  }
  expect(steps).toEqual(['open', 'open', 'no-real-time', 'lower-quality', 'waiting', 'members', 'stopped'])
  await raiseBudget(db, { day: utcDay(Date.now()), bytes: 1e9, takenBy: 'alice', note: '' }, Date.now())
  await egress.refresh()
  expect(egress.stepOf()).toBe('open')
})

it('[EGRESS-6] sends no more than the budget, and of pages 1 % more, whoever asks', async () => {
  const budgetBytes = 100e6
  const { port, egress } = await start({
    WAGGLE_EGRESS_BUDGET: '0.1GB/day',
    WAGGLE_EGRESS_SHARES: 'address:100,broadcast:100,channel:100',
  })
  const viewers = Array.from({ length: 20 }, (_, index) => client(port, `127.0.1.${index + 1}`))
  const ask = (path: string) => Promise.all(viewers.map((viewer) => viewer.get(path)))
  for (let round = 0; round < 60; round += 1) await ask(media(streams.alice, 100_000))
  const received = () => viewers.reduce((sum, viewer) => sum + viewer.receivedBytes(), 0)
  expect(received()).toBeGreaterThan(budgetBytes)
  expect(received()).toBeLessThan(budgetBytes * 1.005)
  expect(egress.stepOf()).toBe('stopped')
  expect((await viewers[0]?.get('/bytes?n=100'))?.status).toBe(200)
  for (let round = 0; round < 60; round += 1) await ask('/bytes?n=3000')
  expect(received()).toBeLessThan(budgetBytes * 1.01)
})

it('[EGRESS-6] those who run the site act in a part of the last percent that nobody else can use up', async () => {
  const budgetBytes = 100e6
  const session = { publicKey: 'STM5', browser: null, system: null, createdAtMs: 0, expiresAtMs: Date.now() + 3600_000 }
  const tokens = { carol: 'c'.repeat(43), dave: 'd'.repeat(43) }
  for (const [username, token] of Object.entries(tokens)) {
    await insertSession(db, { ...session, username, tokenHash: createHash('sha256').update(token).digest('hex') })
  }
  const { port, egress } = await start({ WAGGLE_EGRESS_BUDGET: '0.1GB/day' }, { operators: ['carol'] })
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  const carol = client(port, '127.0.0.71')
  const dave = client(port, '127.0.0.72')
  // Everybody's part of the last percent is used up.
  await addEgress(db, site(budgetBytes * 1.0081), 'sent')
  await egress.refresh()
  expect((await dave.get('/bytes?n=10', as(tokens.dave))).status).toBe(0)
  expect((await carol.get('/bytes?n=10')).status).toBe(0)
  expect((await carol.get('/bytes?n=10', as(tokens.carol))).status).toBe(200)
  // The page itself comes without the token.
  expect((await carol.get('/bytes?n=10')).status).toBe(200)
  expect((await carol.get(media(streams.alice, 10), as(tokens.carol))).status).toBe(0)
  expect((await dave.get('/bytes?n=10')).status).toBe(0)

  const start60 = carol.receivedBytes()
  for (let call = 0; call < 60; call += 1) await carol.get('/bytes?n=10000', as(tokens.carol))
  expect(carol.receivedBytes() - start60).toBeGreaterThan(100_000)
  expect(carol.receivedBytes() + budgetBytes * 1.0081).toBeLessThan(budgetBytes * 1.01)
})

it('[EGRESS-12] lets no cache on the way keep anything that a budget must see, but for edges', async () => {
  const cached = async (env: Record<string, string>, options: Parameters<typeof start>[1] = {}) => {
    const { app, url } = await start(env, options)
    const constant = Object.freeze({ 'cache-control': 'public, max-age=60', 'content-length': 0 })
    handleBeforeFramework(app, (request, response) => {
      if (request.url !== '/raw') return false
      response.writeHead(200, constant).end()
      return true
    })
    const answers = await Promise.all(['/kept', '/raw'].map((path) => fetch(url + path)))
    return answers.map((answer) => answer.headers.get('cache-control'))
  }
  const [kept, own] = ['public', 'private'].map((who) => Array(2).fill(`${who}, max-age=60`))
  const budget = { WAGGLE_EGRESS_BUDGET: '0.1GB/day' }
  expect(await cached({})).toEqual(kept)
  expect(await cached(budget)).toEqual(own)
  expect(await cached({ WAGGLE_EGRESS_BUDGET: '1GB/month' })).toEqual(own)
  expect(await cached({ ...budget, WAGGLE_EDGE_SECRET: 'a-secret-of-the-edges' })).toEqual(kept)
  expect(await cached(budget, { hasEdges: true })).toEqual(kept)
})
