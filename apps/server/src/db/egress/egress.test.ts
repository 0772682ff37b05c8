import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import { listSiteActions } from '../operating/site-actions.ts'
import { addEdgeBatch, listEdges } from './edge-batches.ts'
import { raiseBudget, readRaises } from './egress-raises.ts'
import { addEgress, deleteOldEgress, type EgressScope, readEgress, readEgressDays } from './egress-totals.ts'

const nowMs = Date.UTC(2026, 10, 21)
const change = (scope: EgressScope, day: string, id: string, bytes: number) => ({ scope, day, id, bytes })

describe.each(Object.entries(engines))('egress on %s', (_name, startEngine) => {
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

  it('[EGRESS-2] adds up over processes and days, exactly beyond 32 bits', async () => {
    const huge = 4e15
    const both = [change('site', '2026-11-20', '', huge), change('broadcast', '2026-11-20', 'b1', 7)]
    await Promise.all([addEgress(db, both, 'sent'), addEgress(db, both.toReversed(), 'sent')])
    await addEgress(db, [change('site', '2026-11-21', '', 1), change('site', '2026-10-31', '', 99)], 'sent')
    await addEgress(db, [change('site', '2026-11-21', '', 3)], 'edge')
    await addEgress(db, [change('site', '2026-11-21', '', 5)], 'estimated')
    const month = { fromDay: '2026-11-01', toDay: '2026-11-30' }
    expect(await readEgress(db, { scope: 'site', ...month })).toEqual([
      { id: '', sentBytes: 2 * huge + 1, edgeBytes: 3, estimatedBytes: 5 },
    ])
    expect(await readEgress(db, { scope: 'broadcast', ...month, ids: ['b1', 'b2'] })).toMatchObject([
      { id: 'b1', sentBytes: 14 },
    ])
    expect(await readEgress(db, { scope: 'broadcast', ...month, ids: [] })).toEqual([])
    expect((await readEgressDays(db, '2026-11-01')).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21'])
  })

  it('takes back what was counted and not sent, and writes many rows', async () => {
    await addEgress(db, [change('channel', '2026-11-20', 'alice', 100)], 'sent')
    await addEgress(db, [change('channel', '2026-11-20', 'alice', -40)], 'sent')
    const addresses = Array.from({ length: 1001 }, (_, index) => change('address', '2026-11-20', `a${index}`, index))
    await addEgress(db, addresses, 'sent')
    const day = { fromDay: '2026-11-20', toDay: '2026-11-20' }
    expect(await readEgress(db, { scope: 'channel', ...day })).toMatchObject([{ id: 'alice', sentBytes: 60 }])
    expect(await readEgress(db, { scope: 'address', ...day })).toHaveLength(1001)
    await deleteOldEgress(db, { addressDay: '2026-11-21', day: '2026-11-01' })
    expect(await readEgress(db, { scope: 'address', ...day })).toEqual([])
    expect(await readEgress(db, { scope: 'channel', ...day })).toHaveLength(1)
  })

  it('[EGRESS-8] counts each batch of an edge once, and in order', async () => {
    const send = (run: string, batch: number, bytes = 10) =>
      addEdgeBatch(db, { edge: 'e1', run, batch, changes: [change('broadcast', '2026-11-21', 'e', bytes)] }, nowMs)
    const counted = async () =>
      (await readEgress(db, { scope: 'broadcast', fromDay: '2026-11-21', toDay: '2026-11-21', ids: ['e'] }))[0]
        ?.edgeBytes
    const sameAtOnce = await Promise.all([send('r1', 1), send('r1', 1), send('r1', 1)])
    expect(sameAtOnce.filter((answer) => answer.counted && !answer.isRepeated)).toHaveLength(1)
    expect(await counted()).toBe(10)
    expect(await send('r1', 3)).toEqual({ counted: false, expected: 2 })
    expect(await send('r1', 2)).toEqual({ counted: true, isRepeated: false })
    expect(await send('r2', 2)).toEqual({ counted: false, expected: 1 })
    expect(await send('r2', 1)).toEqual({ counted: true, isRepeated: false })
    expect(await counted()).toBe(30)
    expect(await listEdges(db, nowMs)).toEqual([{ edge: 'e1', reportedAtMs: nowMs }])
    expect(await listEdges(db, nowMs + 1)).toEqual([])
  })

  it('[EGRESS-7] keeps what operators add to a day, with the log of it', async () => {
    const raise = { day: '2026-11-21', takenBy: 'alice', note: 'final' }
    await raiseBudget(db, { ...raise, bytes: 1e9 }, nowMs)
    await raiseBudget(db, { ...raise, bytes: 2e9 }, nowMs)
    expect(await readRaises(db, '2026-11-01')).toEqual(new Map([['2026-11-21', 3e9]]))
    expect(await readRaises(db, '2026-11-22')).toEqual(new Map())
    expect(await listSiteActions(db, { limit: 10 })).toMatchObject([
      { kind: 'raise-budget', takenBy: 'alice', note: 'final' },
      { kind: 'raise-budget', takenBy: 'alice', note: 'final' },
    ])
  })
})
