import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBroadcast, insertBroadcast, saveCheckpoint } from '../../db/broadcasts/broadcasts.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { engines, type TestEngine } from '../../testing/engines/engines.ts'
import type { MediaContext } from '../context.ts'
import { createStaleBroadcastTask } from './stale-broadcasts.ts'

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

function createTask(nodeUrl: string | undefined): () => Promise<void> {
  const now = () => {
    if (isAway) throw new Error('the database is away')
    return nowMs + 80_000
  }
  return createStaleBroadcastTask({ db, now, config: { nodeUrl } } as unknown as MediaContext)
}

const endOf = async (id: string) => (await findBroadcast(db, id))?.endedAtMs

it('ends a stale broadcast at once when there is only one process', async () => {
  await insertBroadcast(db, { id: 'one', username: 'alice', startedAtMs: nowMs, playlists })
  await createTask(undefined)()
  expect(await endOf('one')).toBe(nowMs)
})

it('gives other processes time to save that they are alive', async () => {
  for (const id of ['two', 'three']) await insertBroadcast(db, { id, username: id, startedAtMs: nowMs, playlists })
  const run = createTask('http://10.0.0.5:8080')
  await run()
  expect([await endOf('two'), await endOf('three')]).toEqual([null, null])
  // Two runs with an outage between them are not successive.
  isAway = true
  await expect(run()).rejects.toThrow()
  isAway = false
  await run()
  expect([await endOf('two'), await endOf('three')]).toEqual([null, null])
  await saveCheckpoint(db, 'two', { lastMediaAtMs: nowMs + 79_000, awaySinceMs: null, playlists })
  await run()
  expect([await endOf('two'), await endOf('three')]).toEqual([null, nowMs])
})
