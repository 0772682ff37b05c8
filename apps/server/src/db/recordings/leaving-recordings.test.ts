import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import { listExpiries } from './kept-recordings.ts'
import { listLeavingRecordings } from './leaving-recordings.ts'
import { saveRecordingSettings } from './recording-settings.ts'
import { deleteRecording, saveRecordingChoices } from './recordings.ts'

const startMs = Date.UTC(2026, 10, 21)
const dayMs = 24 * 60 * 60_000

describe.each(Object.entries(engines))('recordings that have to go, on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
    for (const username of ['alice', 'bob', 'carol']) {
      for (const day of [0, 1, 2, 3]) {
        await insertRecordedBroadcast(db, { id: `${username}-${day}`, username, startedAtMs: startMs + day * dayMs })
      }
    }
    await insertRecordedBroadcast(db, { id: 'alice-live', startedAtMs: startMs, isLive: true })
    await saveRecordingSettings(db, 'bob', { keepDays: 3 })
    // Longer than the site keeps replays.
    await saveRecordingSettings(db, 'carol', { keepDays: 300 })
    await saveRecordingChoices(db, 'bob-1', { isPinned: true })
    await deleteRecording(db, 'carol-1', startMs)
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  const bounds = { keepDays: 10, maxBytes: undefined, maxBytesPerChannel: undefined }
  const leaving = async (day: number, more: Partial<Parameters<typeof listLeavingRecordings>[1]> = {}, of?: string) => {
    const nowMs = startMs + day * dayMs
    const recordings = await listLeavingRecordings(db, { ...bounds, ...more }, { nowMs, username: of })
    return recordings.map(({ broadcastId }) => broadcastId).toSorted()
  }

  it('[REC-1] because of their age, a pinned one when the site says so, and none that is live or deleted', async () => {
    expect(await leaving(3)).toEqual([])
    expect(await leaving(5.5)).toEqual(['bob-0', 'bob-2'])
    expect(await leaving(11.5)).toEqual(['alice-0', 'alice-1', 'bob-0', 'bob-1', 'bob-2', 'bob-3', 'carol-0'])
    expect(await leaving(11.5, {}, 'alice')).toEqual(['alice-0', 'alice-1'])
  })

  it('[HEALTH-6] with the day of each, which a channel brings forward for what it has not pinned', async () => {
    const days = new Map(
      (await listExpiries(db, 10)).map(({ broadcastId, endedAtMs, expiresAtMs }) => [
        broadcastId,
        (expiresAtMs - endedAtMs) / dayMs,
      ]),
    )
    expect(days.size).toBe(11)
    expect(['alice-0', 'bob-0', 'bob-1', 'carol-0'].map((id) => days.get(id))).toEqual([10, 3, 10, 10])
  })

  it('[REC-8] because a channel or the site has too many, after those that go anyway', async () => {
    expect(await leaving(3, { maxBytesPerChannel: 3000 })).toEqual(['alice-0', 'alice-1', 'bob-0'])
    expect(await leaving(3, { maxBytesPerChannel: 3000 }, 'bob')).toEqual(['bob-0'])
    expect(await leaving(5.5, { maxBytesPerChannel: 3000 })).toEqual(['alice-0', 'alice-1', 'bob-0', 'bob-2'])
    expect((await leaving(3, { maxBytes: 9000 })).map((id) => id.slice(-1))).toEqual(['0', '0', '0'])
    expect(await leaving(3, { maxBytes: 9000 }, 'carol')).toEqual(['carol-0'])
  })
})
