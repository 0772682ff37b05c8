import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestEngine } from '../../testing/engines/engines.ts'
import { endBroadcast, insertBroadcast } from '../broadcasts/broadcasts.ts'
import { type Db, openDatabase } from '../open.ts'
import {
  announceBroadcast,
  claimPushDeliveries,
  countWaitingPushes,
  deleteDelivery,
  findUntoldBroadcasts,
  listDueServices,
} from './push-deliveries.ts'
import {
  deleteOldSubscriptions,
  deleteSubscriptions,
  findSubscriptions,
  saveSubscription,
} from './push-subscriptions.ts'

const nowMs = 1_800_000_000_000
const minuteMs = 60_000
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }

describe.each(Object.entries(engines))('alerts to browsers on %s', (_name, startEngine) => {
  let engine: TestEngine
  /** As many processes use it. */
  let dbs: Db[]
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    dbs = []
    for (let n = 0; n < (engine.hasServer ? 3 : 1); n += 1) dbs.push(await openDatabase(engine.place))
    db = dbs[0] as Db
  })
  afterAll(async () => {
    for (const each of dbs ?? []) await each.destroy()
    await engine?.close()
  })

  const save = (id: string, channels: string[], options: { max?: number; atMs?: number; service?: string } = {}) =>
    saveSubscription(
      db,
      {
        ...{ id, endpoint: `https://push.example/${id}`, service: options.service ?? 'one' },
        ...{ p256dh: 'p', auth: 'a', language: 'en', keyFingerprint: 'f' },
      },
      channels,
      { nowMs: options.atMs ?? nowMs, max: options.max ?? 1000, mayAdd: async () => undefined },
    )
  const announce = (id: string, channel: string, atMs = nowMs) =>
    Promise.all(
      [...dbs, ...dbs].map((each) =>
        announceBroadcast(each, { id, channel }, { nowMs: atMs, quietSinceMs: atMs - 30 * minuteMs }),
      ),
    )
  const claim = (from: Db, service: string, limit: number, atMs = nowMs) =>
    claimPushDeliveries(from, { service, nowMs: atMs, untilMs: atMs + minuteMs, limit })

  it('[ALERT-3] are made once for a broadcast, by whichever process comes first, for those who asked then', async () => {
    await save('s1', ['alice', 'bob', 'alice'])
    await save('s2', ['bob'])
    await save('s3', ['alice'], { service: 'two' })
    await announce('b1', 'alice')
    await save('late', ['alice'])
    await announce('b1', 'alice')
    expect((await listDueServices(db, nowMs)).sort()).toEqual(['one', 'two'])
    expect(await claim(db, 'one', 10)).toEqual([
      { broadcastId: 'b1', subscriptionId: 's1', service: 'one', attempts: 0, createdAtMs: nowMs },
    ])
    expect(await claim(db, 'one', 10)).toEqual([])
    // The process that claimed it has died.
    const [again] = await claim(db, 'one', 10, nowMs + minuteMs)
    expect(again?.subscriptionId).toBe('s1')
    if (again) await deleteDelivery(db, again)
    expect(await claim(db, 'one', 10, nowMs + 5 * minuteMs)).toEqual([])
    expect(await countWaitingPushes(db)).toBe(1)
    await deleteSubscriptions(db, ['s1', 's2', 's3', 'late'])
    expect(await countWaitingPushes(db)).toBe(0)
    expect(await db.selectFrom('push_channels').selectAll().execute()).toEqual([])
  })

  it('[ALERT-3] are claimed by one process each', async () => {
    for (let n = 0; n < 40; n += 1) await save(`many-${n}`, ['carol'])
    await announce('b2', 'carol')
    const claimed = (await Promise.all([...dbs, ...dbs].map((each) => claim(each, 'one', 15)))).flat()
    const rest = await claim(db, 'one', 100)
    const ids = [...claimed, ...rest].map(({ subscriptionId }) => subscriptionId)
    expect(ids).toHaveLength(40)
    expect(new Set(ids).size).toBe(40)
  })

  it('[ALERT-3] are made for a channel once in half an hour', async () => {
    await save('quiet', ['dave'])
    const made = async (id: string, atMs: number) => {
      await announce(id, 'dave', atMs)
      const rows = await db
        .selectFrom('push_deliveries')
        .select('broadcast_id')
        .where('broadcast_id', '=', id)
        .execute()
      return rows.length
    }
    expect(await made('d1', nowMs)).toBe(1)
    expect(await made('d2', nowMs + 10 * minuteMs)).toBe(0)
    // Counted from the one that was told.
    expect(await made('d3', nowMs + 30 * minuteMs)).toBe(1)
  })

  it('[ALERT-3] are of what is live and has begun lately', async () => {
    const begin = (id: string, startedAtMs: number) =>
      insertBroadcast(db, { id, username: `of-${id}`, startedAtMs, playlists })
    await begin('new', nowMs)
    await begin('over', nowMs)
    await endBroadcast(db, 'over', nowMs, nowMs)
    await begin('away', nowMs)
    await db.updateTable('broadcasts').set({ away_since_ms: nowMs }).where('id', '=', 'away').execute()
    await begin('old', nowMs - 20 * minuteMs)
    await db.updateTable('broadcasts').set({ last_media_at_ms: nowMs }).where('id', '=', 'old').execute()
    // Its process has died.
    await begin('stale', nowMs - 5 * minuteMs)
    const find = () => findUntoldBroadcasts(db, { nowMs, sinceMs: nowMs - 15 * minuteMs })
    expect(await find()).toEqual([{ id: 'new', channel: 'of-new' }])
    await announce('new', 'of-new')
    expect(await find()).toEqual([])
  })

  it('[ALERT-4] are for as many browsers as the site may have, of which those not seen for long are forgotten', async () => {
    const { count } = await db
      .selectFrom('push_subscriptions')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    const max = Number(count) + 1
    expect(await save('last', ['alice'], { max, atMs: nowMs - 5 })).toBe(true)
    expect(await save('beyond', ['alice'], { max })).toBe(false)
    // One that is known is renewed, with another list.
    expect(await save('last', ['bob'], { max, atMs: nowMs - 4 })).toBe(true)
    const channels = await db
      .selectFrom('push_channels')
      .select('channel')
      .where('subscription_id', '=', 'last')
      .execute()
    expect(channels).toEqual([{ channel: 'bob' }])
    expect(await deleteOldSubscriptions(db, nowMs - 4)).toBe(0)
    expect(await deleteOldSubscriptions(db, nowMs - 3)).toBe(1)
    expect(await findSubscriptions(db, ['last', 'quiet'])).toMatchObject([{ id: 'quiet', language: 'en' }])
  })
})
