import { createServer } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { endBroadcast, insertBroadcast, saveCheckpoint } from '../../db/broadcasts/broadcasts.ts'
import { openDatabase } from '../../db/open.ts'
import { saveSubscription } from '../../db/push/push-subscriptions.ts'
import { Metrics } from '../../lib/metrics/metrics.ts'
import { deriveSecrets } from '../../lib/secrets.ts'
import { noMeasures } from '../../testing/core/no-measures.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { createPushBrowser, readVapid } from '../../testing/push/push-browser.ts'
import { startPushService } from '../../testing/push/push-service.ts'
import type { CoreContext } from '../context.ts'
import type { ConnectPolicy } from '../outgoing/guarded-request.ts'
import { startPushOutbox } from './push-outbox.ts'
import { vapidKeyOf } from './vapid.ts'

const startMs = Date.UTC(2026, 10, 21)
const minuteMs = 60_000
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }

/** Outboxes of a site whose clock the test moves, and a push service on this machine. They work when the test says so. */
async function startSite({ processes = 1, policy = { mayConnect: () => true } as ConnectPolicy } = {}) {
  // The periodic task must not run by itself.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const dataDir = await temporaryFolder('push')
  const db = await openDatabase({ dataDir })
  const service = await startPushService()
  const site = { nowMs: startMs, isPrivate: false, unlisted: new Set<string>(), ended: new Set<string>() }
  const secrets = deriveSecrets(Buffer.alloc(32))
  const context = () => ({
    ...{ db, secrets, now: () => site.nowMs, metrics: new Metrics() },
    config: { push: 'loopback', hive: { chain: 'sandbox' } } as CoreContext['config'],
    addresses: () => ({ publicUrl: 'https://live.example', rtmpUrl: '' }),
    log: { warn: () => undefined } as unknown as CoreContext['log'],
    entrance: site as unknown as CoreContext['entrance'],
    measures: {
      ...noMeasures,
      find: (username: string) =>
        site.unlisted.has(username) ? ({ reason: 'spam', untilMs: null } as const) : undefined,
      hasEnded: (id: string) => site.ended.has(id),
    },
  })
  const outboxes = Array.from({ length: processes }, () => startPushOutbox(context(), policy))
  onTestFinished(async () => {
    service.close()
    for (const outbox of outboxes) await outbox.close()
    vi.useRealTimers()
    await db.destroy()
    await removeFolder(dataDir)
  })
  const browsers = new Map<string, ReturnType<typeof createPushBrowser>>()
  return {
    ...{ db, site, service, secrets },
    /** A browser asks for alerts of a channel. */
    async subscribe(name: string, channel = 'alice', { language = 'en' as 'en' | 'es', url = service.url } = {}) {
      const browser = createPushBrowser()
      browsers.set(name, browser)
      const subscription = {
        ...{ id: name, endpoint: `${url}/${name}`, service: new URL(url).host },
        ...{ ...browser.keys, language, keyFingerprint: secrets.currentFingerprint },
      }
      await saveSubscription(db, subscription, [channel], {
        nowMs: site.nowMs,
        max: 1000,
        mayAdd: async () => undefined,
      })
    },
    async goLive(id: string, channel = 'alice') {
      await insertBroadcast(db, { id, username: channel, startedAtMs: site.nowMs, playlists })
    },
    async stillLive(id: string) {
      await saveCheckpoint(db, id, { lastMediaAtMs: site.nowMs, awaySinceMs: null, playlists })
    },
    async run(afterMs = 0) {
      site.nowMs += afterMs
      await Promise.all(outboxes.map((outbox) => outbox.runOnce()))
      await Promise.all(outboxes.map((outbox) => outbox.idle()))
    },
    /** What each browser has been told, in the order of arrival. */
    told: () =>
      service.received.map(({ path, body }) => {
        const name = path.slice(1)
        return { name, ...JSON.parse(browsers.get(name)?.read(body) ?? '{}') }
      }),
    waiting: () => db.selectFrom('push_deliveries').selectAll().execute(),
  }
}

it('[ALERT-2] tells who asked, in their language, once, also where several processes look', async () => {
  const { db, service, secrets, subscribe, goLive, run, told, waiting } = await startSite({ processes: 2 })
  await db
    .insertInto('channels')
    .values({
      ...{ username: 'alice', title: 'x'.repeat(140), description: '', category: null, language: null },
      updated_at_ms: 0,
    })
    .execute()
  await subscribe('english')
  await subscribe('spanish', 'alice', { language: 'es' })
  await subscribe('of-bob', 'bob')
  await goLive('cast')
  await run()
  await run(1000)
  expect(told().sort((one, other) => one.name.localeCompare(other.name))).toEqual([
    {
      ...{ name: 'english', title: '@alice is live', body: 'x'.repeat(140), channel: 'alice', tag: 'cast' },
      ...{ path: '/watch?user=alice', icon: '/u/alice/avatar' },
    },
    expect.objectContaining({ name: 'spanish', title: '@alice está en vivo' }),
  ])
  expect(await waiting()).toEqual([])
  const [one, other] = service.received
  expect(one?.headers).toMatchObject({
    ttl: '3600',
    urgency: 'normal',
    'content-encoding': 'aes128gcm',
    topic: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
  })
  // Nobody on the way can tell that both are about one channel.
  expect(one?.headers.topic).not.toBe(other?.headers.topic)
  expect(one?.body.length).toBeLessThan(3000)
  const { publicKey, claims } = readVapid(one?.headers.authorization)
  expect(publicKey).toBe(vapidKeyOf(secrets.push.current).publicKey)
  expect(claims).toMatchObject({ aud: service.url, sub: 'https://live.example' })
})

it('[ALERT-2] sends what was recorded when its process died', async () => {
  const { subscribe, goLive, run, told, db, waiting } = await startSite()
  await subscribe('browser')
  await goLive('cast')
  await run()
  expect(told()).toHaveLength(1)
  // As if the process had died after it had claimed the message, and before it had sent it.
  const lost = { broadcast_id: 'cast', subscription_id: 'browser', service: 'x', attempts: 0, created_at_ms: startMs }
  await db
    .insertInto('push_deliveries')
    .values({ ...lost, next_attempt_at_ms: startMs + minuteMs })
    .execute()
  await run(30_000)
  expect(told()).toHaveLength(1)
  await run(30_000)
  expect(told()).toHaveLength(2)
  expect(await waiting()).toEqual([])
})

it.each([404, 410])('[ALERT-4] forgets a browser that its push service does not know any more: %i', async (status) => {
  const { service, subscribe, goLive, run, db, waiting } = await startSite()
  await subscribe('gone')
  service.answers.push({ status })
  await goLive('cast')
  await run()
  expect(service.received).toHaveLength(1)
  for (const table of ['push_subscriptions', 'push_channels'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(await waiting()).toEqual([])
})

it.each([
  ['what it asks for', { status: 429, headers: { 'retry-after': '120' } }, 120_000],
  [
    'until the date it names',
    { status: 503, headers: { 'retry-after': new Date(startMs + 90_000).toUTCString() } },
    90_000,
  ],
  ['not less than five seconds', { status: 429, headers: { 'retry-after': '0' } }, 5000],
  ['not more than a quarter of an hour', { status: 503, headers: { 'retry-after': '86400' } }, 15 * minuteMs],
  ['ten seconds where it says nothing', { status: 500 }, 10_000],
])('[ALERT-2] waits for a push service that cannot now: %s', async (_what, answer, waitMs) => {
  const { service, subscribe, goLive, stillLive, run } = await startSite()
  await subscribe('browser')
  service.answers.push(answer)
  await goLive('cast')
  await run()
  await run(waitMs - 1)
  expect(service.received).toHaveLength(1)
  await stillLive('cast')
  await run(1)
  expect(service.received).toHaveLength(2)
})

it.each([301, 400, 403, 413])('[ALERT-2] does not repeat a message that is refused: %i', async (status) => {
  const { service, subscribe, goLive, run, waiting, db } = await startSite()
  await subscribe('browser')
  service.answers.push({ status, headers: { location: service.url } })
  await goLive('cast')
  await run()
  expect(await waiting()).toEqual([])
  expect(service.received).toHaveLength(1)
  expect(await db.selectFrom('push_subscriptions').selectAll().execute()).toHaveLength(1)
})

it('[ALERT-2] gives up after an hour', async () => {
  const { service, subscribe, goLive, stillLive, run, waiting } = await startSite()
  await subscribe('browser')
  service.answers.push(...Array.from({ length: 100 }, () => ({ status: 503 })))
  await goLive('cast')
  for (let minute = 0; minute < 70; minute += 1) {
    await stillLive('cast')
    await run(minuteMs)
  }
  const tries = service.received.length
  expect(tries).toBeGreaterThan(5)
  expect(tries).toBeLessThan(20)
  expect(await waiting()).toEqual([])
})

it('[ALERT-2] says nothing of a broadcast that is over by then', async () => {
  const { service, db, subscribe, goLive, run, waiting } = await startSite()
  await subscribe('browser')
  service.answers.push({ status: 503 })
  await goLive('cast')
  await run()
  await endBroadcast(db, 'cast', startMs + 1000, startMs + 1000)
  await run(10_000)
  expect(service.received).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

it('[ALERT-2] says nothing of what is not listed or was ended, nor of a private site', async () => {
  const { site, service, subscribe, goLive, stillLive, run } = await startSite()
  await subscribe('browser')
  await subscribe('of-bob', 'bob')
  site.unlisted.add('alice')
  site.ended.add('of-bob')
  await goLive('hidden')
  await goLive('of-bob', 'bob')
  await run()
  expect(service.received).toEqual([])
  site.unlisted.clear()
  site.isPrivate = true
  await run(1000)
  expect(service.received).toEqual([])
  // What is still news is told once it may be.
  site.isPrivate = false
  await stillLive('hidden')
  await run(1000)
  expect(service.received.map(({ path }) => path)).toEqual(['/browser'])
})

it('[ALERT-2] what waits while the site becomes private, or its channel hidden, is not sent', async () => {
  const { site, service, subscribe, goLive, stillLive, run, waiting } = await startSite()
  await subscribe('browser')
  service.answers.push({ status: 503 })
  await goLive('cast')
  await run()
  site.isPrivate = true
  await stillLive('cast')
  await run(20_000)
  site.isPrivate = false
  site.unlisted.add('alice')
  await run(1000)
  expect(service.received).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

it('[ALERT-2] a silent push service delays no other', async () => {
  const policy = { mayConnect: () => true, timeoutMs: 600_000 }
  const { service, subscribe, goLive, db, site } = await startSite({ policy })
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const sockets = new Set<{ destroy(): void }>()
  silent.on('connection', (socket) => sockets.add(socket))
  const url = `http://127.0.0.1:${(silent.address() as { port: number }).port}`
  for (let n = 0; n < 130; n += 1) await subscribe(`silent-${n}`, 'alice', { url })
  await subscribe('quick')
  await goLive('cast')
  const outbox = startPushOutbox(
    {
      ...{ db, now: () => site.nowMs, metrics: new Metrics(), secrets: deriveSecrets(Buffer.alloc(32)) },
      config: { push: 'loopback', hive: { chain: 'sandbox' } } as CoreContext['config'],
      addresses: () => ({ publicUrl: 'https://live.example', rtmpUrl: '' }),
      log: { warn: () => undefined } as unknown as CoreContext['log'],
      entrance: site as unknown as CoreContext['entrance'],
      measures: noMeasures,
    },
    policy,
  )
  await outbox.runOnce()
  await outbox.runOnce()
  await expect.poll(() => service.received.map(({ path }) => path)).toEqual(['/quick'])
  await expect.poll(() => sockets.size).toBe(100)
  for (const socket of sockets) socket.destroy()
  silent.close()
  await outbox.close()
})

it('[OPS-21] [ALERT-2] signs with the key that the browser subscribed with, also after the master key was replaced', async () => {
  const { db, secrets, service, subscribe, goLive, run } = await startSite()
  await subscribe('browser')
  const old = deriveSecrets(Buffer.alloc(32, 9))
  await db.updateTable('push_subscriptions').set({ key_fingerprint: old.currentFingerprint }).execute()
  const replaced = { master: Buffer.alloc(32, 9), untilMs: startMs - 1 }
  Object.defineProperties(
    secrets,
    Object.getOwnPropertyDescriptors(deriveSecrets(Buffer.alloc(32), [replaced], () => startMs)),
  )
  await goLive('cast')
  await run()
  const { publicKey } = readVapid(service.received[0]?.headers.authorization)
  expect(publicKey).toBe(vapidKeyOf(old.push.current).publicKey)
  expect(publicKey).not.toBe(vapidKeyOf(secrets.push.current).publicKey)
})

it('[T10] calls no private address, whatever is stored', async () => {
  const policy = { mayConnect: () => false }
  const { service, subscribe, goLive, run, waiting } = await startSite({ policy })
  await subscribe('browser')
  await goLive('cast')
  await run()
  expect(service.received).toEqual([])
  expect(await waiting()).toEqual([])
})
