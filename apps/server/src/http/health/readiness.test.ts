import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { type Checks, watchReadiness } from './readiness.ts'

function watch(checks: Checks, pauseMs: number, checkTimeoutMs?: number) {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const readiness = watchReadiness(checks, { log, pauseMs, ...(checkTimeoutMs && { checkTimeoutMs }) })
  onTestFinished(() => readiness.close())
  return { readiness, lines }
}

it('[F12] logs once that a part has stopped working, and once that it works again, while nobody asks', async () => {
  let isBroken = false
  let runs = 0
  const check = async () => {
    runs += 1
    if (isBroken) throw new Error('database or disk is full')
  }
  const { readiness, lines } = watch({ database: check }, 10)
  await expect.poll(() => runs).toBeGreaterThan(0)
  isBroken = true
  await expect.poll(readiness.isReady).toBe(false)
  expect(await readiness.states()).toEqual({ database: 'failed: database or disk is full' })
  const runsThen = runs
  await expect.poll(() => runs).toBeGreaterThan(runsThen)
  isBroken = false
  await expect.poll(readiness.isReady).toBe(true)
  expect(lines).toMatchObject([
    { level: 50, msg: 'not ready', part: 'database', reason: 'database or disk is full' },
    { level: 30, msg: 'works again', part: 'database' },
  ])
})

it('answers many questions with one check', async () => {
  let runs = 0
  const { readiness } = watch({ database: async () => (runs += 1) }, 60_000)
  await Promise.all(Array.from({ length: 100 }, () => readiness.isReady()))
  expect(runs).toBe(1)
})

it('is not ready while a part gives no answer', async () => {
  const { readiness } = watch(
    { database: () => new Promise(() => undefined), clock: async () => undefined },
    60_000,
    1000,
  )
  expect(await readiness.states()).toEqual({ database: 'failed: no answer within 1 s', clock: 'ok' })
})
