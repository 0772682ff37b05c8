import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBroadcast, insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { engines, type TestEngine } from '../../testing/engines/engines.ts'
import { CheckpointWriter } from './checkpoint-writer.ts'

const nowMs = Date.now()
const ids = Array.from({ length: 50 }, (_, index) => `broadcast-${index}`)
const playlists = (nextNumber: number) => ({ nextNumber, targetDurationS: 2, partTargetMs: 338 })
const state = (nextNumber: number) => ({ lastMediaAtMs: nowMs, awaySinceMs: null, playlists: playlists(nextNumber) })
let engine: TestEngine | undefined
let db: Db
let transactions = 0
/** The same database, which counts its transactions. */
const counted = () => {
  transactions = 0
  return {
    transaction() {
      transactions += 1
      return db.transaction()
    },
  } as Db
}

beforeAll(async () => {
  engine = await engines.sqlite?.()
  db = await openDatabase(engine?.place ?? { dataDir: '' })
  for (const id of ids) {
    await insertBroadcast(db, { id, username: id, startedAtMs: nowMs, playlists: playlists(1) })
  }
})
afterAll(async () => {
  await db?.destroy()
  await engine?.close()
})

it('writes simultaneous checkpoints of many broadcasts with one commit', async () => {
  const writer = new CheckpointWriter(counted())
  await Promise.all(ids.map((id, index) => writer.add(id, state(index + 2))))
  expect(transactions).toBe(1)
  for (const [index, id] of ids.entries()) {
    expect((await findBroadcast(db, id))?.playlists.nextNumber).toBe(index + 2)
  }
  await writer.add('broadcast-0', state(99))
  expect(transactions).toBe(2)
  expect((await findBroadcast(db, 'broadcast-0'))?.playlists.nextNumber).toBe(99)
})

it('rejects every checkpoint that could not be written', async () => {
  const other = await engines.sqlite?.()
  const gone = await openDatabase(other?.place ?? { dataDir: '' })
  await gone.destroy()
  const writer = new CheckpointWriter(gone)
  const results = await Promise.allSettled(ids.slice(0, 3).map((id) => writer.add(id, state(5))))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await other?.close()
})
