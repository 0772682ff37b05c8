import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import { clearAlert, listAlerts, listUntoldAlerts, markTold, raiseAlert } from './alerts.ts'

const nowMs = Date.UTC(2026, 10, 21)
const report = { kind: 'report' as const, key: 'broadcast bob s1', facts: { thing: 'broadcast', username: 'bob' } }
const recording = (broadcasts: number) => ({
  kind: 'recording' as const,
  key: 'm1',
  facts: { process: 'm1', broadcasts },
})

describe.each(Object.entries(engines))('alerts on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db
  const untold = (atMs: number) => listUntoldAlerts(db, { raisedUntilMs: atMs, clearedUntilMs: atMs, limit: 10 })

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
  })
  beforeEach(() => db.deleteFrom('alerts').execute())
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  it('are one for each key, with the latest facts and the first time', async () => {
    await raiseAlert(db, report, nowMs)
    await Promise.all([1, 2, 3].map((count) => raiseAlert(db, recording(count), nowMs + 1)))
    await raiseAlert(db, recording(4), nowMs + 2)
    expect(await listAlerts(db, 10)).toMatchObject([
      { kind: 'report', facts: report.facts, raisedAtMs: nowMs },
      { kind: 'recording', facts: { process: 'm1', broadcasts: 4 }, raisedAtMs: nowMs + 1 },
    ])
  })

  it('are told once, and once more when they are well again', async () => {
    await raiseAlert(db, recording(1), nowMs)
    expect(await untold(nowMs - 1)).toEqual([])
    const raised = await untold(nowMs)
    expect(raised).toMatchObject([{ kind: 'recording', clearedAtMs: null }])
    await markTold(db, raised)
    await raiseAlert(db, recording(2), nowMs + 1)
    expect(await untold(nowMs + 9)).toEqual([])
    await clearAlert(db, 'recording', 'm1', nowMs + 10)
    await clearAlert(db, 'recording', 'm1', nowMs + 11)
    expect(await listAlerts(db, 10)).toEqual([])
    expect(await untold(nowMs + 9)).toEqual([])
    const cleared = await untold(nowMs + 10)
    expect(cleared).toMatchObject([{ kind: 'recording', clearedAtMs: nowMs + 10, raisedAtMs: nowMs }])
    await markTold(db, cleared)
    expect(await untold(nowMs + 99)).toEqual([])
    await raiseAlert(db, recording(1), nowMs + 100)
    expect(await untold(nowMs + 100)).toMatchObject([{ raisedAtMs: nowMs + 100 }])
  })

  it('that end before they were told, or come back before their end was, are no news', async () => {
    await raiseAlert(db, report, nowMs)
    await clearAlert(db, 'report', report.key, nowMs + 1)
    expect(await untold(nowMs + 9)).toEqual([])
    await raiseAlert(db, recording(1), nowMs)
    await markTold(db, await untold(nowMs))
    await clearAlert(db, 'recording', 'm1', nowMs + 1)
    await raiseAlert(db, recording(2), nowMs + 2)
    expect(await untold(nowMs + 9)).toEqual([])
    expect(await listAlerts(db, 10)).toMatchObject([{ raisedAtMs: nowMs, facts: { broadcasts: 2 } }])
  })
})
