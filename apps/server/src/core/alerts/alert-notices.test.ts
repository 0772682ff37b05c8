import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { clearAlert, listAlerts, raiseAlert } from '../../db/site-health/alerts.ts'
import { Metrics } from '../../lib/metrics/metrics.ts'
import { engines } from '../../testing/engines/engines.ts'
import type { CoreContext } from '../context.ts'
import type { Delivery } from './alert-delivery.ts'
import { startAlertNotices } from './alert-notices.ts'

const minuteMs = 60_000
const noSettings = { find: () => undefined } as unknown as CoreContext['settings']
const settings = {
  WAGGLE_ALERT_WEBHOOK: 'https://hooks.example/',
  WAGGLE_ALERT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  WAGGLE_SMTP_URL: 'smtp://127.0.0.1',
  WAGGLE_ALERT_MAIL: 'ops@example.com',
}
const disk = (process: string) => ({
  kind: 'disk' as const,
  key: `${process} data`,
  facts: { process, disk: 'data' as const, freeBytes: 1, sizeBytes: 2 },
})
const report = (username: string) => ({
  kind: 'report' as const,
  key: username,
  facts: { thing: 'account', username },
})

describe.each(Object.entries(engines))('[HEALTH-4] two processes that tell operators, on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db
  let nowMs = Date.UTC(2026, 10, 21)
  let sent: Delivery[] = []
  let problem: string | null = null
  const processes: ReturnType<typeof startAlertNotices>[] = []

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
    for (const _ of [1, 2]) {
      const log = { warn: () => undefined } as unknown as CoreContext['log']
      const context = {
        config: readConfig(settings),
        db,
        log,
        now: () => nowMs,
        metrics: new Metrics(),
        settings: noSettings,
      }
      const addresses = () => ({ publicUrl: 'https://live.example', rtmpUrl: '' })
      const notices = startAlertNotices({ ...context, addresses }, async (delivery) => {
        sent.push(delivery)
        return problem
      })
      // Run by hand, at the time of the test.
      await notices.close()
      processes.push(notices)
    }
  })
  beforeEach(async () => {
    await db.deleteFrom('alerts').execute()
    await db.deleteFrom('alert_messages').execute()
    sent = []
    problem = null
    nowMs += 24 * 60 * minuteMs
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  async function pass(ms: number) {
    nowMs += ms
    await Promise.all(processes.map((process) => process.runOnce()))
  }
  const toMail = () => sent.filter(({ target }) => target === 'mail').map(({ message }) => message)
  const processesIn = (alerts: Delivery['message']['raised']) =>
    alerts.map(({ facts }) => ('process' in facts ? facts.process : '')).sort()

  it('say once what was raised together, and once that it is well again', async () => {
    await raiseAlert(db, disk('m1'), nowMs)
    await pass(5000)
    expect(sent).toEqual([])
    await raiseAlert(db, disk('m2'), nowMs)
    await pass(20_000)
    expect(sent.map(({ target }) => target).sort()).toEqual(['mail', 'webhook'])
    expect(processesIn(toMail()[0]?.raised ?? [])).toEqual(['m1', 'm2'])
    await raiseAlert(db, disk('m1'), nowMs)
    await pass(10 * minuteMs)
    expect(sent).toHaveLength(2)
    await clearAlert(db, 'disk', 'm1 data', nowMs)
    await pass(30_000)
    expect(sent).toHaveLength(2)
    await pass(10 * minuteMs)
    await pass(10 * minuteMs)
    expect(toMail()).toHaveLength(2)
    expect(toMail()[1]).toMatchObject({ raised: [], cleared: [{ kind: 'disk', facts: { process: 'm1' } }] })
    expect(
      processesIn((await listAlerts(db, 9)).map(({ kind, facts }) => ({ kind, facts, since: 0 }) as never)),
    ).toEqual(['m2'])
  })

  it('say nothing of what was gone before it was told', async () => {
    await raiseAlert(db, disk('m1'), nowMs)
    await clearAlert(db, 'disk', 'm1 data', nowMs + 5000)
    await pass(10 * minuteMs)
    expect(sent).toEqual([])
  })

  it('[T40] send a message in five minutes at most, and of a flood of reports one in half an hour', async () => {
    for (let minute = 0; minute < 60; minute += 1) {
      await Promise.all([1, 2, 3].map((n) => raiseAlert(db, report(`target-${minute}-${n}`), nowMs)))
      await pass(minuteMs)
    }
    expect(toMail().length).toBeGreaterThanOrEqual(2)
    expect(toMail().length).toBeLessThanOrEqual(3)
    const told = toMail().flatMap(({ raised }) =>
      raised.map(({ facts }) => ('username' in facts ? facts.username : '')),
    )
    expect(new Set(told).size).toBe(told.length)
    sent = []
    for (let minute = 0; minute < 15; minute += 1) {
      await raiseAlert(db, disk(`m${minute}`), nowMs)
      await pass(minuteMs)
    }
    expect(toMail().length).toBeGreaterThanOrEqual(2)
    expect(toMail().length).toBeLessThanOrEqual(4)
  })

  it('try again while the target does not take it, and then give up', async () => {
    problem = 'timeout'
    await raiseAlert(db, disk('m1'), nowMs)
    await pass(20_000)
    expect(sent).toHaveLength(2)
    await pass(31_000)
    expect(sent).toHaveLength(4)
    problem = null
    await pass(3 * minuteMs)
    await pass(60 * minuteMs)
    expect(sent).toHaveLength(6)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
    sent = []
    problem = 'refused'
    await clearAlert(db, 'disk', 'm1 data', nowMs)
    for (let hours = 0; hours < 24; hours += 1) await pass(60 * minuteMs)
    expect(sent.length).toBeLessThanOrEqual(16)
    const waiting = await db
      .selectFrom('alert_messages')
      .select('id')
      .where('next_attempt_at_ms', 'is not', null)
      .execute()
    expect(waiting).toEqual([])
  })
})
