import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import { ageSiteSamples, listSiteSamples, raiseSiteSample } from './site-samples.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
// More than 32 bits, so that a column that is too narrow fails.
const startMs = Date.UTC(2026, 10, 21)

describe.each(Object.entries(engines))('[HEALTH-7] the figures of the site on %s', (_name, startEngine) => {
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

  it('are one row for a minute with the most of each, whoever writes it, also at once', async () => {
    await Promise.all([
      raiseSiteSample(db, { atMs: startMs + 1000, viewers: 3, channels: 1, eventLoopMs: null, processorShare: null }),
      raiseSiteSample(db, { atMs: startMs + 11_000, viewers: 9, channels: 1, eventLoopMs: 4.5, processorShare: 0.25 }),
      raiseSiteSample(db, { atMs: startMs + 59_999, viewers: 5, channels: 2, eventLoopMs: null, processorShare: null }),
    ])
    await raiseSiteSample(db, {
      atMs: startMs + minuteMs,
      viewers: 1,
      channels: 1,
      eventLoopMs: 2,
      processorShare: null,
    })
    expect(await listSiteSamples(db, 'minute', startMs + hourMs)).toEqual([
      { atMs: startMs, viewers: 9, channels: 2, eventLoopMs: 4.5, processorShare: 0.25 },
      { atMs: startMs + minuteMs, viewers: 1, channels: 1, eventLoopMs: 2, processorShare: null },
    ])
  })

  it('become hours after a day, which are kept for 30 days, and are shown as hours before', async () => {
    const hour = { atMs: startMs, viewers: 9, channels: 2, eventLoopMs: 4.5, processorShare: 0.25 }
    expect(await listSiteSamples(db, 'hour', startMs + hourMs)).toEqual([hour])
    await ageSiteSamples(db, startMs + dayMs + hourMs - 1)
    expect(await listSiteSamples(db, 'minute', startMs + hourMs)).toHaveLength(2)
    await ageSiteSamples(db, startMs + dayMs + hourMs)
    expect(await listSiteSamples(db, 'minute', startMs + hourMs)).toEqual([])
    expect(await listSiteSamples(db, 'hour', startMs + dayMs + hourMs)).toEqual([hour])
    // What a slow process adds to an hour that was made does not take its place.
    await raiseSiteSample(db, { atMs: startMs, viewers: 1, channels: 1, eventLoopMs: null, processorShare: null })
    await ageSiteSamples(db, startMs + 30 * dayMs)
    expect(await listSiteSamples(db, 'hour', startMs + 30 * dayMs)).toEqual([hour])
    await ageSiteSamples(db, startMs + 30 * dayMs + 1)
    expect(await db.selectFrom('site_samples').selectAll().execute()).toEqual([])
  })
})
