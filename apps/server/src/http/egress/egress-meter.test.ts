import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { readEgress } from '../../db/egress/egress-totals.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { utcDay } from '../../lib/utc-day.ts'
import { engines } from '../../testing/engines/engines.ts'
import { openClient, startMeteredServer } from '../../testing/metered-server.ts'

const streamId = 'aaaaaaaaaaaaaaaaaaaa'
let engine: Awaited<ReturnType<NonNullable<typeof engines.sqlite>>> | undefined
let db: Db
const closers: (() => unknown)[] = []

beforeAll(async () => {
  engine = await engines.sqlite?.()
  db = await openDatabase(engine?.place ?? { dataDir: '' })
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  await insertBroadcast(db, { id: streamId, username: 'alice', startedAtMs: Date.now(), playlists })
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  await db.deleteFrom('egress_totals').execute()
})
afterAll(async () => {
  await db?.destroy()
  await engine?.close()
})

async function start(options: Partial<Parameters<typeof startMeteredServer>[0]> = {}) {
  const server = await startMeteredServer({ db, ...options })
  closers.push(() => server.close())
  return server
}

function client(port: number, address?: string) {
  const opened = openClient(port, address)
  closers.push(() => opened.close())
  return opened
}

async function totals(scope: 'site' | 'broadcast' | 'channel' | 'address'): Promise<Record<string, number>> {
  const day = utcDay(Date.now())
  const rows = await readEgress(db, { scope, fromDay: day, toDay: day })
  return Object.fromEntries(rows.map(({ id, sentBytes }) => [id, sentBytes]))
}

it('[EGRESS-1] counts every byte that clients receive, for the site, the broadcast and the channel', async () => {
  const { port, egress } = await start()
  const [viewer, other] = [client(port, '127.0.0.5'), client(port, '127.0.0.6')]
  for (const n of [0, 10, 70_000, 3_000_000]) {
    expect((await viewer.get(`/live/${streamId}/seg.m4s?n=${n}`)).status).toBe(200)
  }
  const ofBroadcast = viewer.receivedBytes()
  await viewer.get('/bytes?n=5000')
  await viewer.get('/nothing-here')
  await other.get('/bytes?n=100000')
  await other.get('/live/bbbbbbbbbbbbbbbbbbbb/seg.m4s?n=9')
  await egress.refresh()
  expect((await totals('site'))['']).toBe(viewer.receivedBytes() + other.receivedBytes())
  expect(await totals('broadcast')).toEqual({ [streamId]: ofBroadcast })
  expect(await totals('channel')).toEqual({ alice: ofBroadcast })
})

it('[EGRESS-1] counts by the address that a trusted proxy forwards for, and IPv6 by /64', async () => {
  const { port, egress } = await start({ env: { WAGGLE_EGRESS_BUDGET: '1GB/day' } })
  const proxy = client(port)
  const sent: Record<string, number> = {}
  for (const address of ['198.51.100.1', '2001:db8:1:2::3', '2001:db8:1:2:ffff::4', '198.51.100.1']) {
    const before = proxy.receivedBytes()
    await proxy.get('/bytes?n=20000', { 'x-forwarded-for': address })
    const group = address.includes(':') ? '2001:db8:1:2::/64' : address
    sent[group] = (sent[group] ?? 0) + proxy.receivedBytes() - before
  }
  egress.meter.settleAll()
  const counted = [...egress.meter.addresses].map(({ id, left }) => [id, 1e9 * 0.05 - left])
  expect(Object.fromEntries(counted)).toEqual(sent)
})

it.each(['/sandbox/hive?n=5000', '/sandbox/hive/../x'])(
  '[EGRESS-1] [T43] a site without the sandbox chain counts what it answers at %s',
  async (path) => {
    const { port, egress } = await start({ isSandbox: false })
    const one = client(port, '127.0.0.5')
    await one.get(path)
    await egress.refresh()
    expect((await totals('site'))['']).toBe(one.receivedBytes())
  },
)

it('[EGRESS-1] leaves out the sandbox chain and calls of the own processes, and nobody else can say to be one', async () => {
  const { port, egress } = await start()
  const one = client(port)
  await one.get('/sandbox/hive?n=5000')
  await one.get(`/live/${streamId}/x?n=5000`, { 'x-waggle-proxy': egress.mark })
  await egress.refresh()
  expect(await totals('site')).toEqual({})
  await one.get(`/live/${streamId}/x?n=5000`, { 'x-waggle-proxy': '1' })
  await one.get(`/live/${streamId}/x?n=5000`, { 'x-waggle-edge': '1' })
  await egress.refresh()
  expect((await totals('site'))['']).toBeGreaterThan(10_000)
})

it('[EGRESS-1] counts what a client that leaves has read, not what was meant for it', async () => {
  const { port, egress, app } = await start()
  const bytes = 24e6
  const socket = connect(port, '127.0.0.1')
  closers.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(`GET /live/${streamId}/x?n=${bytes} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  // Written, and nearly all of it still waits in this process.
  await expect.poll(() => -egress.meter.site.unsaved).toBeLessThan(-bytes)
  socket.resetAndDestroy()
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0)
  await egress.refresh()
  const counted = (await totals('site'))[''] ?? 0
  expect(counted).toBeGreaterThanOrEqual(socket.bytesRead)
  // The system's buffers of both ends hold some megabytes.
  expect(counted).toBeLessThan(bytes * 0.7)
})

it('[EGRESS-2] adds up over processes, and survives a restart and a database that is away', async () => {
  const [first, second] = [await start(), await start()]
  await client(first.port).get('/bytes?n=40000')
  await client(second.port).get('/bytes?n=50000')
  await Promise.all([first.egress.refresh(), second.egress.refresh()])
  await first.egress.refresh()
  expect(first.egress.ledger.sentToday).toBeGreaterThan(90_000)
  expect(first.egress.ledger.sentToday).toBeLessThan(93_000)

  const failing = await start()
  const { ledger } = failing.egress
  await client(failing.port).get('/bytes?n=60000')
  await db.schema.alterTable('egress_totals').renameTo('egress_away').execute()
  await expect(failing.egress.refresh()).rejects.toThrow()
  await db.schema.alterTable('egress_away').renameTo('egress_totals').execute()
  await failing.egress.refresh()
  expect(ledger.sentToday).toBeGreaterThan(150_000)
  expect(ledger.sentToday).toBeLessThan(155_000)

  const restarted = await start()
  expect(restarted.egress.ledger.sentToday).toBe(ledger.sentToday)
})

it('[EGRESS-2] begins anew at midnight UTC, and adds the days of a month up', async () => {
  let nowMs = Date.UTC(2030, 0, 31, 23, 59, 50)
  const server = await start({ now: () => nowMs, env: { WAGGLE_EGRESS_BUDGET: '1GB/day,2GB/month' } })
  await client(server.port).get('/bytes?n=40000')
  await server.egress.refresh()
  expect(server.egress.use.day?.usedBytes).toBeGreaterThan(40_000)
  nowMs = Date.UTC(2030, 1, 1, 0, 0, 1)
  await server.egress.refresh()
  expect(server.egress.use).toMatchObject({ day: { usedBytes: 0 }, month: { usedBytes: 0 } })
  await client(server.port).get('/bytes?n=40000')
  nowMs += 24 * 3600_000
  await server.egress.refresh()
  expect(server.egress.use.day?.usedBytes).toBe(0)
  expect(server.egress.use.month?.usedBytes).toBeGreaterThan(40_000)
})
