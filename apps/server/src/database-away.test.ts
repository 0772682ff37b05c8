import { expect, it, onTestFinished } from 'vitest'
import { type MessageLoad, readStoredMessages, startMessageLoad } from './testing/chat/message-load.ts'
import { type PrivatePostgres, startPostgres } from './testing/engines/postgres.ts'
import { openTmpfs } from './testing/engines/small-disk.ts'
import { startSwitchableNetwork } from './testing/networks/switchable-network.ts'
import { newestSegment } from './testing/playlist.ts'
import { startServerProcess } from './testing/server-process.ts'
import { connectEncoder } from './testing/test-encoder.ts'

/** Ten of them, and what they take, are in bench/broadcasts/faults.ts. */
const restarts = 4
/** Of a process. */
const poolConnections = 10
/** A guard against hanging; the product needs two seconds at most. */
const soon = { timeout: 60_000, interval: 50 }

/** A live channel with viewers and a chat that is never silent, on this database. */
async function startBusySite(postgres: PrivatePostgres, databaseUrl: string) {
  const server = await startServerProcess({ env: { DATABASE_URL: databaseUrl } })
  onTestFinished(() => server.close())
  const pid = server.child().pid
  const encoder = await connectEncoder(server.rtmpPort, await server.streamKey('alice'))
  onTestFinished(() => encoder.close())
  encoder.send(8)
  encoder.neverFallSilent()
  const info = async () => (await server.request('GET', '/api/streams/info/alice')).json
  await expect.poll(async () => (await info()).isLive, soon).toBe(true)
  const { streamId } = await info()
  const newest = async () => newestSegment((await server.request('GET', `/live/${streamId}/source/media.m3u8`)).text)
  const load = await startMessageLoad({ databaseUrl: postgres.url, channel: 'alice', sites: [server] })

  return {
    server,
    load,
    /** New media reaches viewers. */
    async goesOn(): Promise<void> {
      const before = await newest()
      encoder.send(4)
      await expect.poll(newest, soon).toBeGreaterThan(before)
    },
    async expectNothingLost(databaseUrlAfter: string): Promise<void> {
      await load.stop()
      expect((await readStoredMessages({ databaseUrl: databaseUrlAfter })).toSorted()).toEqual(
        load.acknowledged.toSorted(),
      )
      // Never silence, never a false success, and never a wrong accusation: the caller may try again.
      expect(new Set(load.refusals.map(({ status }) => status))).toEqual(new Set([503]))
      expect(load.refusals.filter(({ retryAfter }) => !Number(retryAfter))).toEqual([])
      expect(server.child().pid).toBe(pid)
      expect(server.child().exitCode).toBe(null)
      expect((await info()).streamId).toBe(streamId)
      await expect.poll(async () => (await server.request('GET', '/readyz')).status, soon).toBe(200)
    },
  }
}

const refused = (load: MessageLoad) =>
  expect.poll(() => load.refusals.length, soon).toBeGreaterThan(load.refusals.length)
const acknowledged = (load: MessageLoad) =>
  expect.poll(() => load.acknowledged.length, soon).toBeGreaterThan(load.acknowledged.length + 5)

it(`[F6] nothing acknowledged is lost while PostgreSQL is restarted ${restarts} times under load, and live goes on`, {
  timeout: 240_000,
}, async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.close())
  const site = await startBusySite(postgres, postgres.url)
  for (let restart = 0; restart < restarts; restart += 1) {
    await acknowledged(site.load)
    await postgres.stop(restart % 2 === 0 ? 'crash' : 'orderly')
    await refused(site.load)
    await site.goesOn()
    if (restart === 0) {
      await expect.poll(async () => (await site.server.request('GET', '/readyz')).status, soon).toBe(503)
      await expect.poll(() => site.server.logged('"part":"database"'), soon).not.toEqual([])
    }
    await postgres.start()
  }
  await acknowledged(site.load)
  const [connections] = await postgres.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  expect(connections?.count).toBeLessThanOrEqual(poolConnections)
  await site.expectNothingLost(postgres.url)
})

it('[F6] nothing acknowledged is lost when PostgreSQL fails over to its standby, and live goes on', {
  timeout: 240_000,
}, async () => {
  const primary = await startPostgres()
  onTestFinished(() => primary.close())
  const standby = await primary.startStandby()
  onTestFinished(() => standby.close())
  // The address of the database, which whoever watches over both servers leads to the one that accepts writes.
  const network = await startSwitchableNetwork(primary.port)
  onTestFinished(() => network.close())
  const url = new URL(primary.url)
  url.port = String(network.port)
  const site = await startBusySite(primary, url.href)
  await acknowledged(site.load)
  expect(await primary.query('select sync_state from pg_stat_replication')).toEqual([{ sync_state: 'sync' }])
  await primary.stop('crash')
  await refused(site.load)
  // A standby only reads: led there too early, the site refuses and says so.
  network.switchTo(standby.port)
  await refused(site.load)
  await expect.poll(() => site.server.logged('read-only'), soon).not.toEqual([])
  await site.goesOn()
  await standby.promote()
  await acknowledged(site.load)
  await site.expectNothingLost(standby.url)
})

it("[F6] [F12] nothing acknowledged is lost when PostgreSQL's disk is full, and live goes on", {
  timeout: 240_000,
}, async ({ skip }) => {
  // A new PostgreSQL takes 40 MB.
  const disk = await openTmpfs({ size: '160m', inodes: 10_000 })
  // What PostgreSQL answers then is also known from its codes (db/unavailable.test.ts).
  if (!disk) return skip('mounting is not allowed here')
  onTestFinished(() => disk.close())
  const postgres = await startPostgres({ folder: disk.folder })
  onTestFinished(() => postgres.close())
  const site = await startBusySite(postgres, postgres.url)
  await acknowledged(site.load)
  await disk.fill(0)
  await refused(site.load)
  await site.goesOn()
  await disk.free(0)
  // Without room for its own log it has ended, or is about to.
  await postgres.stop('crash')
  await postgres.start()
  await acknowledged(site.load)
  await site.expectNothingLost(postgres.url)
})
