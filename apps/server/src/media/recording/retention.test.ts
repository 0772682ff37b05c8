import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { deleteClip, insertClip } from '../../db/recordings/clips.ts'
import { listRecordedChannels } from '../../db/recordings/kept-recordings.ts'
import { saveRecordingSettings } from '../../db/recordings/recording-settings.ts'
import { saveRecordingChoices, sumRecordedBytes } from '../../db/recordings/recordings.ts'
import { listOwnReplays } from '../../db/recordings/replays.ts'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { deleteOldLiveMedia, deleteUnwantedObjects, giveUpRecordings } from './retention.ts'

const startMs = 1_800_000_000_000
const dayMs = 24 * 60 * 60_000
const unbounded = { keepDays: 14, maxBytes: undefined, maxBytesPerChannel: undefined }

async function open() {
  const folder = await temporaryFolder('retention')
  const db = await openDatabase({ dataDir: join(folder, 'data') })
  onTestFinished(async () => {
    await db.destroy()
    await removeFolder(folder)
  })
  let nowMs = startMs
  const stored = new Set<string>()
  let isAway = false
  const store = {
    put: async () => undefined,
    read: async () => undefined,
    async delete(key: string) {
      if (isAway) throw new Error('the store is away')
      stored.delete(key)
    },
  }
  const context = { db, log: pino({ level: 'silent' }), now: () => nowMs }
  return {
    ...{ db, stored },
    setAway(away: boolean) {
      isAway = away
    },
    async add(username: string, day: number, options: { bytes?: number; isLive?: boolean; seconds?: number } = {}) {
      const id = `${username}${day}`.padEnd(20, 'x')
      await insertRecordedBroadcast(db, { id, username, startedAtMs: startMs + day * dayMs, ...options })
      stored.add(`${id}/source-1.m4s`)
      return id
    },
    /** Runs the retention on this day; returns the days of the replays that are left. */
    async keptOn(day: number, username: string, bounds: Partial<Parameters<typeof giveUpRecordings>[1]> = {}) {
      nowMs = startMs + day * dayMs
      await giveUpRecordings(context, { ...unbounded, ...bounds })
      await deleteUnwantedObjects(db, store)
      const rows = await listOwnReplays(db, username, { limit: 50, after: undefined, by: 'startedAtMs' })
      return rows.map(({ startedAtMs }) => (startedAtMs - startMs) / dayMs)
    },
    deleteOldLiveMedia: (keepDays: number) => deleteOldLiveMedia(context, store, keepDays),
    deleteUnwanted: () => deleteUnwantedObjects(db, store),
  }
}

it('[REC-1] deletes a replay, with its objects, once the site or its channel has kept it for long enough', async () => {
  const { db, stored, add, keptOn } = await open()
  for (const day of [0, 1, 2]) {
    await add('alice', day)
    await add('bob', day)
  }
  await saveRecordingSettings(db, 'bob', { keepDays: 3 })
  expect(await keptOn(4.5, 'alice')).toEqual([2, 1, 0])
  expect(await keptOn(4.5, 'bob')).toEqual([2])
  expect(await keptOn(15.5, 'alice')).toEqual([2])
  expect([...stored].map((key) => key.slice(0, 6))).toEqual(['alice2'])
  expect(await sumRecordedBytes(db)).toBe(1000)
})

it('[REC-1] keeps a pinned replay as long as the site does, whatever its channel chooses', async () => {
  const { db, add, keptOn } = await open()
  await saveRecordingSettings(db, 'alice', { keepDays: 1 })
  const pinned = await add('alice', 0)
  await add('alice', 1)
  await saveRecordingChoices(db, pinned, { isPinned: true })
  expect(await keptOn(10, 'alice')).toEqual([0])
  expect(await keptOn(15, 'alice')).toEqual([])
})

it('[CLIP-4] keeps the objects of a clip when its replay is deleted, counts them, and deletes them with the clip', async () => {
  const { db, stored, add, keptOn, deleteUnwanted, deleteOldLiveMedia } = await open()
  const broadcastId = await add('alice', 0, { seconds: 60 })
  await add('alice', 1)
  const other = await add('alice', 5, { isLive: true })
  const clip = {
    id: 'clip',
    channel: 'alice',
    maker: 'bob',
    title: 'Bees',
    createdAtMs: startMs,
    startsMediaMs: null,
    endsMediaMs: null,
  }
  await insertClip(db, { ...clip, broadcastId, startsMs: startMs + 20_000, endsMs: startMs + 30_000 })
  // Beside what is recorded.
  await insertClip(db, { ...clip, id: 'far', broadcastId, startsMs: startMs + 70_000, endsMs: startMs + 80_000 })
  await insertClip(db, {
    ...clip,
    id: 'live',
    broadcastId: other,
    startsMs: startMs + 5 * dayMs,
    endsMs: startMs + 5 * dayMs + 9000,
  })
  expect(await keptOn(16, 'alice')).toEqual([])
  expect([...stored].sort()).toEqual([`${broadcastId}/source-1.m4s`, `${other}/source-1.m4s`])
  expect(await sumRecordedBytes(db, 'alice')).toBe(2000)
  expect(await listRecordedChannels(db)).toEqual([{ username: 'alice', bytes: 2000 }])
  await keptOn(30, 'alice')
  await deleteOldLiveMedia(14)
  expect(stored.size).toBe(2)
  await deleteClip(db, 'clip')
  await deleteUnwanted()
  expect([...stored]).toEqual([`${other}/source-1.m4s`])
  expect(await sumRecordedBytes(db, 'alice')).toBe(1000)
})

it('[REC-8] deletes the oldest replays of a channel that has too much, neither pinned nor live ones', async () => {
  const { db, add, keptOn } = await open()
  for (const day of [0, 1, 2, 3]) await add('alice', day)
  await add('alice', 4, { isLive: true })
  await add('bob', 0, { bytes: 2500 })
  await saveRecordingChoices(db, 'alice1'.padEnd(20, 'x'), { isPinned: true })
  const bounds = { maxBytesPerChannel: 3000 }
  expect(await keptOn(4, 'alice', bounds)).toEqual([3, 1])
  expect(await keptOn(4, 'bob', bounds)).toEqual([0])
  expect(await listRecordedChannels(db)).toEqual([
    { username: 'alice', bytes: 3000 },
    { username: 'bob', bytes: 2500 },
  ])
})

it('[REC-8] deletes the oldest replays of the site where all take too much', async () => {
  const { add, keptOn } = await open()
  await add('bob', 0)
  await add('alice', 1)
  await add('bob', 2)
  await add('alice', 3)
  expect(await keptOn(4, 'bob', { maxBytes: 2500 })).toEqual([2])
  expect(await keptOn(4, 'alice', { maxBytes: 2500 })).toEqual([3])
})

it('[REC-5] tries again to delete what the store did not, and a deleted replay is gone at once', async () => {
  const { db, stored, add, keptOn, setAway, deleteUnwanted } = await open()
  await add('alice', 0)
  setAway(true)
  await expect(keptOn(20, 'alice')).rejects.toThrow('the store is away')
  expect(await listOwnReplays(db, 'alice', { limit: 1, after: undefined, by: 'startedAtMs' })).toEqual([])
  await expect(deleteUnwanted()).rejects.toThrow('the store is away')
  expect(stored.size).toBe(1)
  setAway(false)
  await deleteUnwanted()
  expect(stored.size).toBe(0)
  await deleteUnwanted()
})

it('[REC-1] deletes the beginning of a broadcast that has been live for longer than replays are kept', async () => {
  const { db, stored, add, keptOn, deleteOldLiveMedia } = await open()
  const id = await add('alice', 0, { isLive: true })
  await keptOn(13, 'alice')
  await deleteOldLiveMedia(14)
  expect(stored.size).toBe(1)
  await keptOn(15, 'alice')
  await deleteOldLiveMedia(14)
  expect(stored.size).toBe(0)
  const row = await db.selectFrom('recordings').select('bytes').where('broadcast_id', '=', id).executeTakeFirst()
  expect(row?.bytes).toBe(0)
})
