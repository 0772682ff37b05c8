import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBroadcast, insertBroadcast, saveBroadcastState } from '../../db/broadcasts/broadcasts.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { engines, type TestEngine } from '../../testing/engines/engines.ts'
import type { MediaContext } from '../context.ts'
import { createStaleRound } from './stale-broadcasts.ts'

const nowMs = Date.UTC(2026, 10, 21)
const playlists = { nextNumber: 3, targetDurationS: 2, partTargetMs: 338 }
let engine: TestEngine | undefined
let db: Db
let isAway = false

beforeAll(async () => {
  engine = await engines.sqlite?.()
  db = await openDatabase(engine?.place ?? { dataDir: '' })
})
afterAll(async () => {
  await db?.destroy()
  await engine?.close()
})

function round(nodeUrl: string | undefined): () => Promise<void> {
  const now = () => {
    if (isAway) throw new Error('the database is away')
    return nowMs + 80_000
  }
  return createStaleRound({ db, now, config: { nodeUrl } } as unknown as MediaContext)
}

const endOf = async (id: string) => (await findBroadcast(db, id))?.endedAtMs

it('ends at once what a former process left, where there is one process', async () => {
  await insertBroadcast(db, { id: 'one', username: 'alice', startedAtMs: nowMs, playlists })
  await round(undefined)()
  expect(await endOf('one')).toBe(nowMs)
})

it('gives other processes time to say that they live', async () => {
  for (const id of ['two', 'three']) await insertBroadcast(db, { id, username: id, startedAtMs: nowMs, playlists })
  const look = round('http://10.0.0.5:8080')
  await look()
  expect([await endOf('two'), await endOf('three')]).toEqual([null, null])
  // What an outage lies between are no two rounds in succession.
  isAway = true
  await expect(look()).rejects.toThrow()
  isAway = false
  await look()
  expect([await endOf('two'), await endOf('three')]).toEqual([null, null])
  await saveBroadcastState(db, 'two', { lastMediaAtMs: nowMs + 79_000, awaySinceMs: null, playlists })
  await look()
  expect([await endOf('two'), await endOf('three')]).toEqual([null, nowMs])
})
