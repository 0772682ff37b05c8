import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { endBroadcast, insertBroadcast } from '../broadcasts/broadcasts.ts'
import { findPeakViewers, recordPeakViewers } from '../broadcasts/peak-viewers.ts'
import { type Db, openDatabase } from '../open.ts'
import { findAnnouncementSettings, saveAnnouncementSettings } from './announcement-settings.ts'
import {
  assignToStreamer,
  claimAnnouncements,
  enqueueAnnouncements,
  findAnnouncement,
  findLatestAnnouncement,
  findLatestPermlink,
  findPermlink,
  isStreamPost,
  startSending,
  updateAnnouncement,
} from './announcements.ts'

// More than 32 bits, so that a column that is too narrow fails.
const nowMs = Date.UTC(2026, 10, 21)
const minuteMs = 60_000
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
const settings = {
  isEnabled: true,
  community: null,
  tags: ['live', 'bees'],
  declinesRewards: false,
  beneficiaryPercent: 7,
}

describe.each(Object.entries(engines))('announcements on %s', (_name, startEngine) => {
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

  async function live(id: string, username: string) {
    await insertBroadcast(db, { id, username, startedAtMs: nowMs, playlists })
  }

  it('saves settings, and is off without any', async () => {
    expect(await findAnnouncementSettings(db, 'keeper')).toMatchObject({ isEnabled: false, beneficiaryPercent: 0 })
    await saveAnnouncementSettings(db, 'keeper', settings, nowMs)
    await saveAnnouncementSettings(db, 'keeper', { ...settings, community: 'hive-123456' }, nowMs)
    expect(await findAnnouncementSettings(db, 'keeper')).toEqual({ ...settings, community: 'hive-123456' })
  })

  it('inserts one row for each broadcast to announce, even when several processes try', async () => {
    for (const name of ['ann', 'ben', 'cid']) await live(`of-${name}`, name)
    await saveAnnouncementSettings(db, 'ann', settings, nowMs)
    await saveAnnouncementSettings(db, 'ben', { ...settings, isEnabled: false }, nowMs)
    await Promise.all(Array.from({ length: 5 }, () => enqueueAnnouncements(db, nowMs, nowMs)))
    expect(await findAnnouncement(db, 'of-ann')).toMatchObject({
      permlink: 'live-of-ann',
      state: 'waiting',
      isOwn: false,
    })
    expect(await findAnnouncement(db, 'of-ben')).toBeUndefined()
    expect(await findAnnouncement(db, 'of-cid')).toBeUndefined()
  })

  it('gives a due row to one of many processes, and to another one after the claim has expired', async () => {
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimAnnouncements(db, nowMs, nowMs + minuteMs)))
    expect(claims.flat().map(({ broadcastId }) => broadcastId)).toEqual(['of-ann'])
    expect(await claimAnnouncements(db, nowMs + minuteMs - 1, nowMs + 2 * minuteMs)).toEqual([])
    expect(await claimAnnouncements(db, nowMs + minuteMs, nowMs + 2 * minuteMs)).toHaveLength(1)
  })

  it('makes a published row due when its broadcast has ended, and a finished one never', async () => {
    await updateAnnouncement(db, 'of-ann', { state: 'published', publishedAtMs: nowMs, nextAttemptAtMs: nowMs })
    expect(await claimAnnouncements(db, nowMs, nowMs)).toEqual([])
    expect(await findPermlink(db, 'of-ann')).toBe('live-of-ann')
    expect(await findLatestPermlink(db, 'ann', nowMs)).toBe('live-of-ann')
    expect(await findLatestPermlink(db, 'ann', nowMs + 1)).toBeNull()
    expect(await isStreamPost(db, 'ann', 'live-of-ann')).toBe(true)
    expect(await isStreamPost(db, 'ben', 'live-of-ann')).toBe(false)
    await endBroadcast(db, 'of-ann', nowMs, nowMs)
    expect(await claimAnnouncements(db, nowMs, nowMs)).toHaveLength(1)
    await updateAnnouncement(db, 'of-ann', { state: 'finished' })
    expect(await claimAnnouncements(db, nowMs, nowMs)).toEqual([])
    expect(await findLatestAnnouncement(db, 'ann')).toMatchObject({ state: 'finished' })
  })

  it('assigns a post to the streamer only while it is not being sent, and then does not send it', async () => {
    await live('of-dora', 'dora')
    await live('of-emil', 'emil')
    await saveAnnouncementSettings(db, 'dora', settings, nowMs)
    await saveAnnouncementSettings(db, 'emil', settings, nowMs)
    await enqueueAnnouncements(db, nowMs, nowMs)
    expect(await startSending(db, 'of-dora', '{"on":"its way"}', '{}')).toBe(true)
    expect(await assignToStreamer(db, 'of-dora', '{}', nowMs)).toBe(false)
    expect(await assignToStreamer(db, 'of-emil', '{}', nowMs)).toBe(true)
    expect(await startSending(db, 'of-emil', '{}', '{}')).toBe(false)
  })

  it('saves the peak number of viewers', async () => {
    for (const viewers of [3, 11, 4]) await recordPeakViewers(db, 'of-ann', viewers)
    expect(await findPeakViewers(db, 'of-ann')).toBe(11)
    expect(await findPeakViewers(db, 'of-ben')).toBe(0)
  })
})
