import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { addEdgeBatch } from '../../db/egress/edge-batches.ts'
import { addEgress, readEgress } from '../../db/egress/egress-totals.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { engines } from '../../testing/engines/engines.ts'
import type { CoreContext } from '../context.ts'
import { estimateUnseen } from './unseen-egress.ts'

let nowMs = Date.UTC(2026, 10, 21, 12)
const day = '2026-11-21'
let engine: Awaited<ReturnType<NonNullable<typeof engines.sqlite>>> | undefined
let db: Db

beforeAll(async () => {
  engine = await engines.sqlite?.()
  db = await openDatabase(engine?.place ?? { dataDir: '' })
})
afterAll(async () => {
  await db?.destroy()
  await engine?.close()
})

it('[EGRESS-8] estimates what nobody has counted, once, and only while no edge reports', async () => {
  const now = () => nowMs
  const state = createMemoryState(now)
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  await insertBroadcast(db, { id: 's1', username: 'bob', startedAtMs: nowMs, playlists })
  const health = { video: { bitsPerSecond: 3_900_000 }, audio: { bitsPerSecond: 100_000 } }
  await state.setFact('stream-health', 'bob', health as never, nowMs + 3600_000)
  for (const viewer of ['a', 'b']) await state.presence.touch(viewersGroup('s1'), viewer, nowMs + 3600_000)
  const context = { db, state, now, egress: { ledger: { period: { day } } } } as unknown as CoreContext
  const [one, other] = [new Map<string, number>(), new Map<string, number>()]
  const pass = async () => {
    nowMs += 10_000
    await db.updateTable('broadcasts').set({ last_media_at_ms: nowMs }).execute()
    await Promise.all([estimateUnseen(context, one), estimateUnseen(context, other)])
    const [site] = await readEgress(db, { scope: 'site', fromDay: day, toDay: day })
    return site?.estimatedBytes ?? 0
  }
  expect(await pass()).toBe(0)
  // Two viewers of 4 Mbit/s for ten seconds are 10 MB, of which we have sent 4 MB.
  await addEgress(db, [{ scope: 'broadcast', day, id: 's1', bytes: 4e6 }], 'sent')
  expect(await pass()).toBe(6e6)
  expect(await pass()).toBe(16e6)
  const [channel] = await readEgress(db, { scope: 'channel', fromDay: day, toDay: day, ids: ['bob'] })
  expect(channel?.estimatedBytes).toBe(16e6)
  await addEdgeBatch(db, { edge: 'e', run: 'r', batch: 1, changes: [] }, nowMs)
  expect(await pass()).toBe(16e6)
})
