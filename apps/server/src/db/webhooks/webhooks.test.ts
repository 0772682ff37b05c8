import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { endBroadcast, insertBroadcast, saveCheckpoint } from '../broadcasts/broadcasts.ts'
import { deleteFollow, insertFollow } from '../follows/follows.ts'
import { type Db, openDatabase } from '../open.ts'
import { insertTip } from '../tips/tips.ts'
import { findOverlay, findOverlayBySecret, saveOverlay, sumTipsSince } from './overlays.ts'
import {
  claimDeliveries,
  countWaiting,
  deleteOldDeliveries,
  insertDelivery,
  listDeliveries,
  recordAttempt,
} from './webhook-deliveries.ts'
import { findWebhookEvents } from './webhook-events.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  insertWebhookUpTo,
  listWebhooks,
  updateWebhook,
} from './webhooks.ts'

const nowMs = Date.UTC(2026, 10, 21)
const webhook = {
  id: 'hook-1',
  username: 'alice',
  url: 'https://example.com/',
  events: ['stream.live' as const, 'stream.ended' as const, 'follow' as const, 'tip' as const],
  isActive: true,
  secretSalt: 'salt',
  createdAtMs: nowMs,
}

describe.each(Object.entries(engines))('webhooks and overlays on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  it('finds each event once for each subscribed webhook, and none from before the webhook existed', async () => {
    const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
    const tip = { operationIndex: 0, channel: 'alice', broadcastId: 'cast', sender: 'carol', message: 'hi' }
    await insertFollow(db, 'early', 'alice', nowMs - 1)
    await insertWebhook(db, webhook)
    await insertWebhook(db, { ...webhook, id: 'hook-2', events: ['tip'] })
    await insertFollow(db, 'bob', 'alice', nowMs + 1)
    await insertFollow(db, 'bob', 'another', nowMs + 1)
    await insertBroadcast(db, { id: 'cast', username: 'alice', startedAtMs: nowMs + 2, playlists })
    await endBroadcast(db, 'cast', nowMs + 9, nowMs + 5)
    await insertTip(db, { ...tip, transactionId: 'a'.repeat(40), amount: '1.250 HBD', sentAtMs: nowMs + 3 })

    const since = { startsAndFollowsMs: nowMs - 1000, tipsAndEndsMs: nowMs - 1000 }
    const found = await findWebhookEvents(db, since)
    expect(found.map(({ webhookId, eventId }) => `${webhookId} ${eventId}`).sort()).toEqual([
      `hook-1 ended-cast-${nowMs + 9}`,
      'hook-1 follow-bob-20778',
      'hook-1 live-cast',
      `hook-1 tip-${'a'.repeat(40)}-0`,
      `hook-2 tip-${'a'.repeat(40)}-0`,
    ])
    expect(found.find(({ event }) => event === 'tip')?.data).toMatchObject({ amount: '1.250 HBD', sender: 'carol' })
    for (const event of found) await insertDelivery(db, { ...event, body: '{}' }, nowMs)
    expect(await findWebhookEvents(db, since)).toEqual([])
    await deleteFollow(db, 'bob', 'alice')
    await insertFollow(db, 'bob', 'alice', nowMs + 6)
    expect(await findWebhookEvents(db, since)).toEqual([])
    await updateWebhook(db, 'hook-2', { events: ['tip', 'follow'], activeSinceMs: nowMs + 20 })
    expect(await findWebhookEvents(db, since)).toEqual([])
    // Ended as stale, back on air, and then over.
    const back = { lastMediaAtMs: nowMs + 30, awaySinceMs: null, playlists }
    await saveCheckpoint(db, 'cast', back)
    expect(await findWebhookEvents(db, since)).toEqual([])
    await endBroadcast(db, 'cast', nowMs + 40, nowMs + 30)
    const ended = await findWebhookEvents(db, since)
    expect(ended.map(({ eventId }) => eventId)).toEqual([`ended-cast-${nowMs + 40}`])
    expect(await findWebhookEvents(db, { ...since, tipsAndEndsMs: nowMs + 41 })).toEqual([])
    expect(await sumTipsSince(db, 'alice', 'HBD', nowMs)).toBe(1250)
    expect(await sumTipsSince(db, 'alice', 'HIVE', nowMs)).toBe(0)
  })

  it('gives each due delivery to one caller, and saves the outcome of an attempt', async () => {
    const limits = { limit: 100, perWebhook: 9, perOwner: 12 }
    const claim = () => claimDeliveries(db, { nowMs, untilMs: nowMs + 60_000, ...limits }, [])
    const claimed = (await Promise.all([claim(), claim(), claim()])).flat()
    expect(claimed).toHaveLength(5)
    const [first] = claimed
    if (!first) throw new Error('nothing was claimed')
    const outcome = { attempts: 1, status: 500, problem: 'refused' as const, attemptedAtMs: nowMs }
    await recordAttempt(db, first.delivery, { ...outcome, state: 'waiting', nextAttemptAtMs: nowMs + 10_000 })
    expect(await claim()).toEqual([])
    const later = { nowMs: nowMs + 10_000, untilMs: nowMs + 70_000, ...limits }
    expect(await claimDeliveries(db, later, Array(9).fill(first.webhook))).toEqual([])
    const again = await claimDeliveries(db, later, Array(8).fill(first.webhook))
    expect(again.map(({ delivery }) => delivery)).toEqual([
      {
        ...first.delivery,
        attempts: 1,
        status: 500,
        problem: 'refused',
        attemptedAtMs: nowMs,
        nextAttemptAtMs: nowMs + 70_000,
      },
    ])
    expect(again[0]?.webhook.secretSalt).toBe('salt')
  })

  it('adds no more webhooks than a user may have, even when many are added at once', async () => {
    const add = (_value: unknown, number: number) =>
      insertWebhookUpTo(db, { ...webhook, id: `many-${number}`, username: 'many' }, 5)
    const added = await Promise.all(Array.from({ length: 20 }, add))
    expect(added.filter(Boolean)).toHaveLength(5)
    const kept = await listWebhooks(db, 'many')
    expect(kept).toHaveLength(5)
    for (const { id } of kept) await deleteWebhook(db, id)
  })

  const enqueue = (webhookId: string, eventId: string, dueMs: number) =>
    insertDelivery(db, { webhookId, eventId, event: 'test', body: '{}' }, dueMs)

  it('does not let a webhook with a long queue delay another', async () => {
    const hook = (id: string) => insertWebhook(db, { ...webhook, id, username: 'busy' })
    await hook('slow')
    for (let number = 0; number < 30; number += 1) await enqueue('slow', `test-${number}`, nowMs + number)
    await hook('quick')
    await enqueue('quick', 'test-late', nowMs + 50)
    const claim = { nowMs: nowMs + 60, untilMs: nowMs + 60_000, limit: 2, perWebhook: 3, perOwner: 6 }
    const claimed = async (id?: string, count = 0) => {
      const found = await claimDeliveries(db, claim, Array(count).fill({ id, username: 'busy' }))
      return found.map(({ delivery }) => `${delivery.webhookId} ${delivery.eventId}`)
    }
    expect(await claimed()).toEqual(['slow test-0', 'quick test-late'])
    await enqueue('quick', 'test-later', nowMs + 51)
    expect(await claimed('slow', 3)).toEqual(['quick test-later'])
    expect(await claimed('slow', 2)).toEqual(['slow test-1'])
    expect(await countWaiting(db, 'slow')).toBe(30)
    for (const id of ['slow', 'quick']) await deleteWebhook(db, id)
  })

  it('does not let an owner with many webhooks delay another owner', async () => {
    const many = ['many-0', 'many-1', 'many-2', 'many-3', 'many-4']
    for (const id of many) {
      await insertWebhook(db, { ...webhook, id, username: 'many' })
      for (let number = 0; number < 10; number += 1) await enqueue(id, `test-${number}`, nowMs)
    }
    await insertWebhook(db, { ...webhook, id: 'only', username: 'modest' })
    await enqueue('only', 'test-late', nowMs + 50)
    const claim = { nowMs: nowMs + 60, untilMs: nowMs + 60_000, perWebhook: 3, perOwner: 6 }
    const inFlight: { id: string; username: string }[] = []
    const claimedBy = async (limit: number) => {
      const found = await claimDeliveries(db, { ...claim, limit }, inFlight)
      inFlight.push(...found.map(({ webhook }) => webhook))
      return found.map(({ webhook }) => webhook.username)
    }
    // With two slots left, the owner with a single delivery gets the second one.
    expect(await claimedBy(2)).toEqual(['many', 'modest'])
    expect(await claimedBy(100)).toEqual(Array(5).fill('many'))
    // A delivery of a webhook that was deleted in the meantime is still in flight.
    await deleteWebhook(db, 'many-0')
    expect(await claimedBy(100)).toEqual([])
    const toEach = Map.groupBy(inFlight, ({ id }) => id)
    for (const id of many) expect(toEach.get(id)?.length).toBeGreaterThan(0)
    for (const id of [...many, 'only']) await deleteWebhook(db, id)
  })

  it('deletes a webhook with its deliveries, and old deliveries', async () => {
    expect((await listWebhooks(db, 'alice')).map(({ id }) => id)).toEqual(['hook-1', 'hook-2'])
    expect(await findWebhook(db, 'bob', 'hook-1')).toBeUndefined()
    await deleteWebhook(db, 'hook-1')
    expect(await findWebhook(db, 'alice', 'hook-1')).toBeUndefined()
    expect(await listDeliveries(db, 'hook-1', 10)).toEqual([])
    expect(await listDeliveries(db, 'hook-2', 10)).toHaveLength(1)
    await deleteOldDeliveries(db, nowMs + 1)
    expect(await listDeliveries(db, 'hook-2', 10)).toEqual([])
  })

  it('saves an overlay’s settings and its one address', async () => {
    const { settings } = await findOverlay(db, 'alice')
    await saveOverlay(db, 'alice', { secretHash: 'one' }, nowMs)
    await saveOverlay(db, 'alice', { settings: { ...settings, scalePercent: 150 } }, nowMs)
    expect((await findOverlayBySecret(db, 'one'))?.settings.scalePercent).toBe(150)
    await saveOverlay(db, 'alice', { secretHash: 'two', goalSinceMs: nowMs + 7 }, nowMs)
    expect(await findOverlayBySecret(db, 'one')).toBeUndefined()
    expect(await findOverlayBySecret(db, 'two')).toMatchObject({
      username: 'alice',
      hasAddress: true,
      goalSinceMs: nowMs + 7,
    })
  })
})
