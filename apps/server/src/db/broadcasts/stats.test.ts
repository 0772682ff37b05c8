import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { commitMessages } from '../chat/chat-messages.ts'
import { countMessages } from '../chat/message-count.ts'
import { listFollowerCounts, recordFollowerCount } from '../follows/follower-counts.ts'
import { deleteFollow, insertFollow } from '../follows/follows.ts'
import { type Db, openDatabase } from '../open.ts'
import { addToFigures, findFigures, listUnclosedFigures, openFigures, savePayout } from './broadcast-figures.ts'
import { findPastBroadcast, listPastBroadcasts } from './broadcast-history.ts'
import { insertSample, listSamples, mergeSamples } from './broadcast-samples.ts'
import { endBroadcast, insertBroadcast } from './broadcasts.ts'

// More than 32 bits, so that a column that is too narrow fails.
const nowMs = Date.UTC(2026, 10, 21)
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }

describe.each(Object.entries(engines))('statistics on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
    await insertBroadcast(db, { id: 'first', username: 'ann', startedAtMs: nowMs, playlists })
    await insertBroadcast(db, { id: 'second', username: 'ann', startedAtMs: nowMs + 100_000, playlists })
    await insertBroadcast(db, { id: 'of-ben', username: 'ben', startedAtMs: nowMs, playlists })
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  it('counts a stretch of time once, even when several processes try', async () => {
    expect(await openFigures(db, 'first', nowMs)).toEqual({ viewerMs: 0, messages: 0, countedUntilMs: nowMs })
    const stretch = {
      fromMs: nowMs,
      untilMs: nowMs + 10_000,
      viewerMs: 25_000.4,
      messages: 9,
      title: 'Bees',
      isLast: false,
    }
    const counted = await Promise.all(Array.from({ length: 8 }, () => addToFigures(db, 'first', stretch)))
    expect(counted.filter(Boolean)).toHaveLength(1)
    expect(await openFigures(db, 'first', nowMs)).toEqual({
      viewerMs: 25_000,
      messages: 9,
      countedUntilMs: nowMs + 10_000,
    })
  })

  it('counts an ended broadcast to its end, once', async () => {
    expect(await listUnclosedFigures(db)).toEqual([])
    await endBroadcast(db, 'first', nowMs + 20_000, nowMs + 20_000)
    expect(await listUnclosedFigures(db)).toEqual([
      { id: 'first', username: 'ann', title: 'Bees', endedAtMs: nowMs + 20_000 },
    ])
    const last = {
      fromMs: nowMs + 10_000,
      untilMs: nowMs + 20_000,
      viewerMs: 5000,
      messages: 3,
      title: 'Bees',
      isLast: true,
    }
    expect(await addToFigures(db, 'first', last)).toBe(true)
    expect(await listUnclosedFigures(db)).toEqual([])
    expect((await findFigures(db, 'first'))?.viewerMs).toBe(30_000)
  })

  it('writes a stretch once, and merges stretches without losing a viewer or a message', async () => {
    for (let index = 0; index < 12; index += 1) {
      const sample = { atMs: nowMs + index * 10_000, spanMs: 10_000, viewers: index, viewersMax: index, messages: 1 }
      await insertSample(db, 'first', { ...sample, bitsPerSecond: index % 2 === 0 ? null : 3_000_000_000 })
      await insertSample(db, 'first', { ...sample, bitsPerSecond: null, messages: 99 })
    }
    await Promise.all([1, 2].map(() => mergeSamples(db, 10_000, 60_000, nowMs + 60_000)))
    const samples = await listSamples(db, 'first')
    expect(samples[0]).toEqual({
      atMs: nowMs,
      spanMs: 60_000,
      viewers: 2.5,
      viewersMax: 5,
      bitsPerSecond: 3_000_000_000,
      messages: 6,
    })
    expect(samples).toHaveLength(7)
    expect(await listSamples(db, 'first', nowMs + 110_000)).toHaveLength(1)
  })

  it('lists broadcasts, latest first, with their figures', async () => {
    await insertFollow(db, 'cid', 'ann', nowMs + 5000)
    await insertFollow(db, 'dan', 'ann', nowMs + 50_000)
    await insertFollow(db, 'eve', 'ann', nowMs + 200_000)
    await savePayout(db, 'first', '1.500 HBD')
    const page = await listPastBroadcasts(db, 'ann', { limit: 10 })
    expect(page).toMatchObject([
      { id: 'second', endedAtMs: null, viewerMs: 0, messages: 0, newFollowers: 1, paidOut: null, permlink: null },
      { id: 'first', title: 'Bees', viewerMs: 30_000, messages: 12, newFollowers: 1, paidOut: '1.500 HBD' },
    ])
    expect(await listPastBroadcasts(db, 'ann', { limit: 10, beforeMs: nowMs + 100_000 })).toEqual([page[1]])
    expect(await findPastBroadcast(db, 'ann', 'first')).toEqual(page[1])
    expect(await findPastBroadcast(db, 'ann', 'of-ben')).toBeUndefined()
  })

  it('keeps the number of followers at the end of each day, after unfollows too', async () => {
    await insertFollow(db, 'cid', 'gil', nowMs)
    await recordFollowerCount(db, 'gil', '2026-11-19')
    await insertFollow(db, 'dan', 'gil', nowMs)
    await recordFollowerCount(db, 'gil', '2026-11-21')
    await deleteFollow(db, 'cid', 'gil')
    await recordFollowerCount(db, 'gil', '2026-11-21')
    expect(await listFollowerCounts(db, 'gil', '2026-11-20')).toEqual([
      { day: '2026-11-19', followers: 1 },
      { day: '2026-11-21', followers: 1 },
    ])
    expect(await listFollowerCounts(db, 'nobody', '2026-11-20')).toEqual([])
  })

  it('counts the messages of a period', async () => {
    const draft = {
      channel: 'ann',
      username: 'cid',
      message: 'hi',
      kind: 'message',
      role: 'user',
      replyTo: null,
      idempotencyKey: null,
    } as const
    await commitMessages(db, [draft, draft], nowMs)
    await commitMessages(db, [draft, { ...draft, channel: 'ben' }], nowMs + 5000)
    expect(await countMessages(db, 'ann', nowMs, nowMs + 5000)).toBe(2)
    expect(await countMessages(db, 'ann', nowMs, nowMs + 5001)).toBe(3)
    expect(await countMessages(db, 'ann', nowMs + 6000, nowMs + 9000)).toBe(0)
  })
})
