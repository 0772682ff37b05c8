import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import { endBroadcast, insertBroadcast } from './broadcasts.ts'
import { listRecentlyLive } from './recently-live.ts'

const nowMs = Date.UTC(2026, 10, 21)
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
const hourMs = 3_600_000

describe.each(Object.entries(engines))('channels that streamed lately, on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
    const broadcast = async (id: string, username: string, startedAtMs: number, isOver = true) => {
      await insertBroadcast(db, { id, username, startedAtMs, playlists })
      if (isOver) await endBroadcast(db, id, startedAtMs, startedAtMs)
    }
    await broadcast('old', 'ann', nowMs - 100 * hourMs)
    await broadcast('ann-1', 'ann', nowMs - 5 * hourMs)
    await broadcast('ben-1', 'ben', nowMs - 4 * hourMs)
    await broadcast('ben-2', 'ben', nowMs - 2 * hourMs)
    // Live now, and earlier.
    await broadcast('cat-1', 'cat', nowMs - 3 * hourMs)
    await broadcast('cat-2', 'cat', nowMs, false)
    await broadcast('dan-1', 'dan', nowMs - 90 * hourMs)
    // Its process died.
    await broadcast('eve-1', 'eve', nowMs - hourMs, false)
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  it('[HOME-5] each once, the latest first, without those who are live', async () => {
    const list = async (limit: number) =>
      (await listRecentlyLive(db, { nowMs, sinceMs: nowMs - 24 * hourMs, limit })).map(({ username, endedAtMs }) => [
        username,
        (nowMs - endedAtMs) / hourMs,
      ])
    expect(await list(10)).toEqual([
      ['eve', 1],
      ['ben', 2],
      ['ann', 5],
    ])
    expect(await list(1)).toEqual([['eve', 1]])
  })
})
