import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Db, openDatabase } from '../../db/open.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { engines } from '../../testing/engines/engines.ts'
import type { CoreContext } from '../context.ts'
import { freePlaces } from './free-places.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
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

const room = (leftBytes: number, limitBytes: number, seconds: number) => ({
  ...{ leftBytes, limitBytes, endsAtMs: nowMs + seconds * 1000 },
})

function placesOf(options: { site: object[]; stream?: object[]; bytesPerSecond?: number; viewers?: number }) {
  const { site, stream = [], bytesPerSecond = 0, viewers = 0 } = options
  const ledger = { bytesPerSecond: () => bytesPerSecond, rooms: () => site, roomsOf: () => stream }
  const context = { db, state: createMemoryState(), egress: { ledger }, now: () => nowMs } as unknown as CoreContext
  return freePlaces(context, { streamId: 's', viewers })
}

it('[EGRESS-9] lets in as many as what is left lasts for, but for the part of members', async () => {
  // A little over 15 % of 10 GB are left, and 5 % are for members: a gigabyte for 200 s is enough for ten viewers of 500 kB/s.
  expect(await placesOf({ site: [room(1.52e9, 10e9, 200)] })).toBe(10)
  expect(await placesOf({ site: [room(1.52e9, 10e9, 200)], viewers: 4, bytesPerSecond: 2e6 })).toBe(6)
  // They watch in a lower quality now.
  expect(await placesOf({ site: [room(1.52e9, 10e9, 200)], viewers: 4, bytesPerSecond: 1e6 })).toBe(16)
  expect(await placesOf({ site: [room(1.52e9, 10e9, 43_200)], viewers: 4, bytesPerSecond: 2e6 })).toBeLessThanOrEqual(0)
  expect(await placesOf({ site: [room(0.4e9, 10e9, 200)] })).toBeLessThan(0)
})

it('[EGRESS-9] keeps to the tightest of the budgets and shares', async () => {
  const site = [room(1.52e9, 10e9, 200), room(16e9, 100e9, 20_000)]
  expect(await placesOf({ site })).toBe(1)
  expect(await placesOf({ site: site.slice(0, 1), stream: [room(0.31e9, 2e9, 200)] })).toBe(2)
  expect(await placesOf({ site: [] })).toBeGreaterThan(1000)
})
