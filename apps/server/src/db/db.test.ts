import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../testing/engines/engines.ts'
import { findChannel, findPanels, saveChannel } from './accounts/channels.ts'
import { findSchedule, findSchedules, saveSchedule } from './accounts/schedules.ts'
import { storeIfAbsent } from './accounts/site.ts'
import { findStreamKeyOwner, replaceStreamKey } from './accounts/stream-keys.ts'
import { deleteExpiredChallenges, useChallenge } from './accounts/used-challenges.ts'
import {
  claimLease,
  listHeldStreams,
  releaseLease,
  renewLeases,
  takeOverLease,
  transferLease,
} from './broadcasts/broadcast-leases.ts'
import {
  endBroadcast,
  endStaleBroadcasts,
  findBroadcast,
  findLiveBroadcast,
  insertBroadcast,
  isAway,
  isLive,
  listLiveBroadcasts,
  listStaleBroadcasts,
  saveCheckpoint,
  saveThumbnailTime,
} from './broadcasts/broadcasts.ts'
import {
  countFollowers,
  countFollowing,
  deleteFollow,
  findFollow,
  findLastBroadcasts,
  insertFollow,
  listFollowers,
  listFollowing,
} from './follows/follows.ts'
import { listChannelsOfPeers, listMostFollowed } from './follows/recommendations.ts'
import { type Db, openDatabase } from './open.ts'

// More than 32 bits, so that a column that is too narrow fails.
const nowMs = Date.UTC(2026, 10, 21)

const playlists = (nextNumber: number) => ({ nextNumber, targetDurationS: 2, partTargetMs: 338 })

describe.each(Object.entries(engines))('database on %s', (_name, startEngine) => {
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

  it('opens an existing database without losing anything', async () => {
    await replaceStreamKey(db, 'keeper', 'hash-kept', nowMs)
    const again = await openDatabase(engine.place)
    expect(await findStreamKeyOwner(again, ['hash-kept'])).toBe('keeper')
    await again.destroy()
  })

  it('lets exactly one of many parallel callers use a challenge', async () => {
    const results = await Promise.all(Array.from({ length: 200 }, () => useChallenge(db, 'one', nowMs)))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  it('deletes used challenges only after they have expired', async () => {
    await useChallenge(db, 'expired', nowMs)
    await useChallenge(db, 'fresh', nowMs + 1)
    await deleteExpiredChallenges(db, nowMs)
    expect(await useChallenge(db, 'expired', nowMs)).toBe(true)
    expect(await useChallenge(db, 'fresh', nowMs + 1)).toBe(false)
  })

  it('keeps one stream key for each user', async () => {
    await replaceStreamKey(db, 'alice', 'first', nowMs)
    expect(await findStreamKeyOwner(db, ['first'])).toBe('alice')
    await replaceStreamKey(db, 'alice', 'second', nowMs)
    expect(await findStreamKeyOwner(db, ['first'])).toBeUndefined()
    expect(await findStreamKeyOwner(db, ['second'])).toBe('alice')
  })

  it('saves a channel over the previous one', async () => {
    const texts = {
      username: 'bob',
      title: 'Ünïcode ✓',
      description: '',
      category: null,
      language: 'en',
      tags: ['bees', '蜂'],
    }
    await saveChannel(db, texts, nowMs)
    await saveChannel(db, { ...texts, category: 'Music' }, nowMs)
    expect(await findChannel(db, 'bob')).toEqual({ ...texts, category: 'Music' })
    // Two changes at once: neither overwrites the other.
    await Promise.all([
      saveChannel(db, { username: 'bob', title: 'Only this' }, nowMs),
      saveChannel(db, { username: 'bob', language: undefined, tags: [] }, nowMs),
    ])
    expect(await findChannel(db, 'bob')).toEqual({ ...texts, category: 'Music', title: 'Only this', tags: [] })
    await saveChannel(db, { username: 'fresh', description: 'First' }, nowMs)
    const nothing = { title: '', category: null, language: null, tags: [] }
    expect(await findChannel(db, 'fresh')).toEqual({ ...nothing, username: 'fresh', description: 'First' })
    expect(await findChannel(db, 'nobody')).toBeUndefined()
  })

  it('[SETTINGS-7] replaces the panels of a channel, and keeps what else it has', async () => {
    const panels = [
      { title: "Rules '蜂' ✓", text: 'One\nTwo', link: null },
      { title: 'Shop', text: '', link: 'https://shop.example/' },
    ]
    expect(await findPanels(db, 'panelled')).toEqual([])
    await saveChannel(db, { username: 'panelled', title: 'Kept' }, nowMs)
    expect(await findPanels(db, 'panelled')).toEqual([])
    await saveChannel(db, { username: 'panelled', panels }, nowMs)
    expect(await findPanels(db, 'panelled')).toEqual(panels)
    await saveChannel(db, { username: 'panelled', panels: panels.slice(1) }, nowMs)
    await saveChannel(db, { username: 'panelled', category: 'Art' }, nowMs)
    expect(await findPanels(db, 'panelled')).toEqual(panels.slice(1))
    expect(await findChannel(db, 'panelled')).toMatchObject({ title: 'Kept', category: 'Art' })
    expect(await findPanels(db, 'alice')).toEqual([])
  })

  it('[SETTINGS-8] replaces what a channel has planned, and finds that of many', async () => {
    const weekly = { isWeekly: true, durationMinutes: 90, category: 'Art' }
    const planned = [
      { ...weekly, startTime: nowMs + 2, title: "Bees '蜂' ✓", timeZone: 'Europe/Madrid' },
      { startTime: nowMs + 1, isWeekly: false, title: '', durationMinutes: null, category: null, timeZone: 'UTC' },
    ]
    await saveSchedule(db, 'planner', planned)
    await saveSchedule(db, 'other', planned)
    await saveSchedule(db, 'other', planned.slice(1))
    const found = await findSchedules(db, ['planner', 'other', 'nobody'])
    expect([...found].sort()).toEqual([
      ['other', planned.slice(1)],
      ['planner', planned],
    ])
    await saveSchedule(db, 'other', [])
    expect([await findSchedule(db, 'other'), await findSchedule(db, 'nobody')]).toEqual([[], []])
    expect(await findSchedules(db, [])).toEqual(new Map())
  })

  it('keeps who follows whom, and since when, once', async () => {
    await insertFollow(db, 'ann', 'ben', nowMs)
    await insertFollow(db, 'ann', 'ben', nowMs + 9)
    await insertFollow(db, 'ann', 'cat', nowMs + 1)
    await insertFollow(db, 'dan', 'ben', nowMs + 2)
    await insertFollow(db, 'dan', 'eve', nowMs + 3)
    expect(await findFollow(db, 'ann', 'ben')).toBe(nowMs)
    expect(await listFollowing(db, 'ann', 10)).toEqual([
      { username: 'cat', followedAtMs: nowMs + 1 },
      { username: 'ben', followedAtMs: nowMs },
    ])
    expect(await listFollowers(db, 'ben', { limit: 10, beforeMs: nowMs + 2 })).toEqual([
      { username: 'ann', followedAtMs: nowMs },
    ])
    expect([await countFollowers(db, 'ben'), await countFollowing(db, 'ann')]).toEqual([2, 2])
    expect(await listMostFollowed(db, 2)).toEqual([
      { channel: 'ben', followers: 2 },
      { channel: 'cat', followers: 1 },
    ])
    expect(await listChannelsOfPeers(db, 'ann', 10)).toEqual(['eve'])
    await deleteFollow(db, 'ann', 'ben')
    expect(await findFollow(db, 'ann', 'ben')).toBeUndefined()
  })

  it('finds when accounts last broadcast', async () => {
    const started = { username: 'gus', startedAtMs: nowMs, playlists: playlists(1) }
    await insertBroadcast(db, { ...started, id: 'gus-1' })
    await insertBroadcast(db, { ...started, id: 'gus-2', startedAtMs: nowMs + 5 })
    expect(await findLastBroadcasts(db, ['gus', 'nobody'])).toEqual(new Map([['gus', nowMs + 5]]))
    expect(await findLastBroadcasts(db, [])).toEqual(new Map())
  })

  it('keeps the first value stored under a name', async () => {
    expect(await storeIfAbsent(db, 'colour', 'amber')).toBe('amber')
    expect(await storeIfAbsent(db, 'colour', 'blue')).toBe('amber')
  })

  it("saves a broadcast from its start to its end, and returns it with its channel's texts", async () => {
    await saveChannel(
      db,
      { username: 'carol', title: 'Painting', description: 'oil', category: 'Art', language: 'fr', tags: ['oil'] },
      nowMs,
    )
    await insertBroadcast(db, { id: 'carol-1', username: 'carol', startedAtMs: nowMs, playlists: playlists(3) })
    await saveCheckpoint(db, 'carol-1', {
      lastMediaAtMs: nowMs + 50_000,
      awaySinceMs: null,
      playlists: playlists(30),
    })
    expect(await findLiveBroadcast(db, 'carol', nowMs + 50_000)).toEqual({
      id: 'carol-1',
      username: 'carol',
      startedAtMs: nowMs,
      lastMediaAtMs: nowMs + 50_000,
      awaySinceMs: null,
      isStopped: false,
      endedAtMs: null,
      thumbnailAtMs: null,
      playlists: playlists(30),
      title: 'Painting',
      description: 'oil',
      category: 'Art',
      language: 'fr',
      tags: ['oil'],
    })
    const away = { lastMediaAtMs: nowMs + 55_000, awaySinceMs: nowMs + 55_000, playlists: playlists(33) }
    await saveCheckpoint(db, 'carol-1', away)
    expect((await findBroadcast(db, 'carol-1'))?.awaySinceMs).toBe(nowMs + 55_000)
    await saveCheckpoint(db, 'carol-1', {
      lastMediaAtMs: nowMs + 60_000,
      awaySinceMs: null,
      playlists: playlists(36),
    })
    expect((await findBroadcast(db, 'carol-1'))?.awaySinceMs).toBeNull()
    await endBroadcast(db, 'carol-1', nowMs + 70_000, nowMs + 59_999)
    expect((await findBroadcast(db, 'carol-1'))?.endedAtMs).toBeNull()
    await endBroadcast(db, 'carol-1', nowMs + 70_000, nowMs + 60_000)
    await saveCheckpoint(db, 'carol-1', away)
    const ended = await findBroadcast(db, 'carol-1')
    expect(ended?.endedAtMs).toBe(nowMs + 70_000)
    expect(ended && isLive(ended, nowMs + 70_000)).toBe(false)
    expect(await findLiveBroadcast(db, 'carol', nowMs + 70_000)).toBeUndefined()
  })

  it('gives a lease to one process at a time, until another has seen it unrenewed', async () => {
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => claimLease(db, 'lena', `http://${index}`)),
    )
    const holders = new Set(claims.map((lease) => lease?.holder))
    expect(holders.size).toBe(1)
    const first = await claimLease(db, 'lena', 'http://late')
    const winner = first?.holder ?? ''
    expect(first).toEqual({ holder: [...holders][0], renewals: 0 })
    expect(await renewLeases(db, ['lena', 'nobody'], winner)).toEqual(['lena'])
    expect(await takeOverLease(db, 'lena', { holder: winner, renewals: 0 }, 'http://late')).toBe(false)
    // Of several processes that have seen the same state, one takes the lease over.
    const takes = ['http://late', 'http://later'].map((holder) =>
      takeOverLease(db, 'lena', { holder: winner, renewals: 1 }, holder),
    )
    const taken = await Promise.all(takes)
    expect(taken.toSorted()).toEqual([false, true])
    const next = taken[0] ? 'http://late' : 'http://later'
    expect(await claimLease(db, 'lena', winner)).toEqual({ holder: next, renewals: 2 })
    expect(await renewLeases(db, ['lena'], winner)).toEqual([])
    await transferLease(db, 'lena', winner, winner)
    await releaseLease(db, 'lena', winner)
    expect((await claimLease(db, 'lena', winner))?.holder).toBe(next)
    await transferLease(db, 'lena', next, winner)
    expect(await claimLease(db, 'lena', next)).toEqual({ holder: winner, renewals: 3 })
    await releaseLease(db, 'lena', winner)
    expect(await claimLease(db, 'lena', next)).toEqual({ holder: next, renewals: 0 })
  })

  it('saves nothing for a process that has lost the lease', async () => {
    await insertBroadcast(db, { id: 'mona-1', username: 'mona', startedAtMs: nowMs, playlists: playlists(3) })
    const delivers = { lastMediaAtMs: nowMs + 9000, awaySinceMs: null, playlists: playlists(5) }
    expect((await listHeldStreams(db)).get('mona-1')).toEqual({ holder: undefined, keyCreatedAtMs: 0 })
    await saveCheckpoint(db, 'mona-1', delivers, 'http://a')
    expect((await findBroadcast(db, 'mona-1'))?.playlists.nextNumber).toBe(3)
    await claimLease(db, 'mona', 'http://a')
    await saveCheckpoint(db, 'mona-1', delivers, 'http://b')
    expect((await findBroadcast(db, 'mona-1'))?.playlists.nextNumber).toBe(3)
    await saveCheckpoint(db, 'mona-1', delivers, 'http://a')
    expect((await findBroadcast(db, 'mona-1'))?.playlists.nextNumber).toBe(5)
    expect((await listHeldStreams(db)).get('mona-1')?.holder).toBe('http://a')
    await endBroadcast(db, 'mona-1', nowMs + 9000, nowMs + 9000)
    expect((await listHeldStreams(db)).has('mona-1')).toBe(false)
  })

  it('saves when the newest thumbnail was taken', async () => {
    await insertBroadcast(db, { id: 'grace-1', username: 'grace', startedAtMs: nowMs, playlists: playlists(3) })
    await saveThumbnailTime(db, 'grace-1', nowMs + 4000)
    await saveThumbnailTime(db, 'grace-1', nowMs + 12_000)
    const listed = await listLiveBroadcasts(db, nowMs + 12_000)
    expect(listed.find(({ id }) => id === 'grace-1')?.thumbnailAtMs).toBe(nowMs + 12_000)
  })

  const endStale = async (atMs: number) => endStaleBroadcasts(db, await listStaleBroadcasts(db, atMs), atMs)

  it('makes a broadcast live again that was ended as stale, when it delivers', async () => {
    await insertBroadcast(db, { id: 'erin-1', username: 'erin', startedAtMs: nowMs, playlists: playlists(3) })
    await endStale(nowMs + 80_000)
    expect(await findLiveBroadcast(db, 'erin', nowMs + 80_000)).toBeUndefined()
    await saveCheckpoint(db, 'erin-1', {
      lastMediaAtMs: nowMs + 80_000,
      awaySinceMs: null,
      playlists: playlists(6),
    })
    const broadcast = await findLiveBroadcast(db, 'erin', nowMs + 80_000)
    expect(broadcast).toMatchObject({ startedAtMs: nowMs, lastMediaAtMs: nowMs + 80_000, awaySinceMs: null })
  })

  it('stops listing a broadcast whose process died, and ends it at its last media', async () => {
    await insertBroadcast(db, { id: 'dave-1', username: 'dave', startedAtMs: nowMs, playlists: playlists(1) })
    const names = async (atMs: number) => (await listLiveBroadcasts(db, atMs)).map((broadcast) => broadcast.id)
    expect(await names(nowMs + 75_000)).toContain('dave-1')
    expect(await names(nowMs + 75_001)).not.toContain('dave-1')
    const [listed] = (await listLiveBroadcasts(db, nowMs)).filter(({ id }) => id === 'dave-1')
    expect([45_000, 45_001].map((ms) => listed && isAway(listed, nowMs + ms))).toEqual([false, true])
    await endStale(nowMs + 75_000)
    expect((await findBroadcast(db, 'dave-1'))?.endedAtMs).toBeNull()
    const stale = await listStaleBroadcasts(db, nowMs + 75_001)
    expect(stale).toContain('dave-1')
    await endStaleBroadcasts(db, ['dave-1'], nowMs + 75_000)
    expect((await findBroadcast(db, 'dave-1'))?.endedAtMs).toBeNull()
    await endStale(nowMs + 75_001)
    expect((await findBroadcast(db, 'dave-1'))?.endedAtMs).toBe(nowMs)
  })
})
