import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readEgress } from '../../db/egress/egress-totals.ts'
import { connectDatabase } from '../../db/open.ts'
import { utcDay } from '../../lib/utc-day.ts'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { openClient } from '../../testing/metered-server.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

/** Some hundred kilobytes. */
const largePath = '/api/docs/json'
/** A guard against hanging; the product needs two seconds. */
const soon = { timeout: 40_000, interval: 200 }
/** Each of its processes has to start again, which a busy machine takes its time for. */
const testTimeoutMs = 180_000
let alone: Server
let first: Server
let second: Server
const closers: (() => unknown)[] = []
const clients: { close(): void }[] = []

beforeAll(async () => {
  const budget = { WAGGLE_EGRESS_BUDGET: '0.1GB/day', WAGGLE_EGRESS_SHARES: 'address:2' }
  await Promise.all([startTwo(), start(budget).then((server) => (alone = server))])
})
afterEach(() => {
  for (const opened of clients.splice(0)) opened.close()
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

async function startTwo(): Promise<void> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  closers.push(
    () => postgres.close(),
    () => redis.close(),
  )
  const env = {
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url },
    ...{ WAGGLE_EGRESS_BUDGET: '0.03GB/day', WAGGLE_EGRESS_SHARES: 'address:10' },
  }
  first = await start(env)
  second = await start({ ...env, WAGGLE_DATA_DIR: first.dataDir, WAGGLE_PUBLIC_URL: first.url })
}

type Server = Awaited<ReturnType<typeof start>>

async function start(env: Record<string, string>) {
  const metricsPort = await freePort()
  const server = await startServerProcess({ env: { ...env, WAGGLE_METRICS_PORT: String(metricsPort) } })
  closers.push(() => server.close())
  return {
    ...server,
    /** What the process believes all have sent today. */
    async usedBytes(): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(/^waggle_egress_budget_used_bytes\{period="day"\} (\S+)$/m.exec(text)?.[1])
    },
  }
}

function client({ url }: Pick<ServerProcess, 'url'>, address: string) {
  const opened = openClient(Number(new URL(url).port), address)
  clients.push(opened)
  return {
    ...opened,
    async load(times: number): Promise<void> {
      for (let time = 0; time < times; time += 1) expect((await opened.get(largePath)).status).toBe(200)
    },
  }
}

it(
  '[EGRESS-2] a process that is killed loses what it has not saved, and neither the rest nor who has used a share up',
  async () => {
    const viewer = client(alone, '127.0.0.81')
    await viewer.load(3)
    const attacker = client(alone, '127.0.0.82')
    while ((await attacker.get(largePath)).status === 200);
    const savedBytes = viewer.receivedBytes() + attacker.receivedBytes()
    expect(attacker.receivedBytes()).toBeGreaterThan(2e6)
    await expect.poll(alone.usedBytes, soon).toBeGreaterThanOrEqual(savedBytes)
    // The share's last part is saved as well, in steps of a thousandth.
    const db = connectDatabase({ dataDir: alone.dataDir })
    const day = utcDay(Date.now())
    const mostOfAddress = async () =>
      Math.max(
        ...(await readEgress(db, { scope: 'address', fromDay: day, toDay: day })).map(({ sentBytes }) => sentBytes),
      )
    await expect.poll(mostOfAddress, soon).toBeGreaterThan(2e6 * 0.998)
    await db.destroy()

    const before = viewer.receivedBytes()
    await viewer.load(2)
    const unsavedBytes = viewer.receivedBytes() - before
    await alone.killAndRestart()
    const restored = await alone.usedBytes()
    expect(restored).toBeGreaterThanOrEqual(savedBytes)
    // Questions whether it is ready are counted too.
    expect(restored).toBeLessThan(savedBytes + unsavedBytes + 200_000)
    expect((await client(alone, '127.0.0.82').get(largePath)).status).toBe(429)
    expect((await client(alone, '127.0.0.81').get(largePath)).status).toBe(200)
  },
  testTimeoutMs,
)

it(
  '[EGRESS-2] [EGRESS-4] [EGRESS-6] two processes on PostgreSQL and Redis agree what is spent, also when one was killed',
  async () => {
    const viewers = [client(first, '127.0.0.83'), client(second, '127.0.0.84')]
    for (const viewer of viewers) await viewer.load(3)
    const difference = async () => (await second.usedBytes()) - (await first.usedBytes())
    const received = viewers.reduce((sum, viewer) => sum + viewer.receivedBytes(), 0)
    await expect.poll(first.usedBytes, soon).toBeGreaterThanOrEqual(received)
    await expect.poll(difference, soon).toBe(0)

    // Half of the share at each, or less at the second, which may have heard of the first meanwhile.
    for (const half of [client(first, '127.0.0.85'), client(second, '127.0.0.85')]) {
      while (half.receivedBytes() < 1.6e6 && (await half.get(largePath)).status === 200);
    }
    const status = async (server: ServerProcess, address: string) =>
      (await client(server, address).get('/api/site')).status
    await expect.poll(() => status(first, '127.0.0.85'), soon).toBe(429)
    await expect.poll(() => status(second, '127.0.0.85'), soon).toBe(429)
    expect(await status(second, '127.0.0.84')).toBe(200)
    // What one spends within the moment in which it has not heard of the other comes on top.
    await expect.poll(difference, soon).toBe(0)

    // One process spends the rest, with the last percent.
    for (let address = 1; (await status(first, `127.0.3.${address}`)) === 200; address += 1) {
      const attacker = client(first, `127.0.3.${address}`)
      while ((await attacker.get(largePath)).status === 200);
    }
    await expect.poll(() => status(second, '127.0.0.84'), soon).toBe(0)
    await expect.poll(second.usedBytes, soon).toBeGreaterThan(30e6 * 1.008)
    expect(await second.usedBytes()).toBeLessThan(30e6 * 1.01 + 1e6)
    await first.killAndRestart()
    expect(await status(first, '127.0.3.99')).toBe(0)
    expect(await first.usedBytes()).toBeGreaterThan(30e6)
  },
  testTimeoutMs,
)
