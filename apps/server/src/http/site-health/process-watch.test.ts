import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeSelfSigned } from '../../../../../packages/media/src/rtmp/testing/self-signed.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { listAlerts } from '../../db/site-health/alerts.ts'
import { listProcesses } from '../../db/site-health/processes.ts'
import type { Log } from '../../lib/log.ts'
import { engines } from '../../testing/engines/engines.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { readServedCertificate } from './certificates.ts'
import { daysUntilFull, isNearlyFull, measuredDays, rememberDisks } from './disks.ts'
import { startProcessWatch } from './process-watch.ts'

const gibibyte = 1024 ** 3
const dayMs = 24 * 60 * 60_000
const log = { warn: () => undefined } as unknown as Log

describe.each(Object.entries(engines))('[HEALTH-5] processes that watch, on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db
  let nowMs = Date.UTC(2026, 10, 21)

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
  })
  beforeEach(async () => {
    await db.deleteFrom('alerts').execute()
    await db.deleteFrom('processes').execute()
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  async function start(name: string, options: { siteUrl?: string; rtmpsCertFile?: string } = {}) {
    const states: Record<string, string> = { database: 'ok', clock: 'ok' }
    const counts = {
      ...{ ffmpeg: 'works' as const, liveBroadcasts: 2, realTimeViewers: 0, chatSockets: 0, pausedRecordings: 0 },
    }
    const watch = startProcessWatch(
      { db, log, now: () => nowMs, readiness: { states: async () => states, durationsMs: { database: 3 } } },
      {
        name: () => name,
        roles: ['core'],
        folders: { data: '/' },
        rtmpsCertFile: options.rtmpsCertFile,
        siteUrl: options.siteUrl,
        counts: () => counts,
      },
    )
    onTestFinished(() => watch.close())
    return { watch, states, counts }
  }
  const kinds = async () => (await listAlerts(db, 99)).filter(({ kind }) => kind !== 'disk').map(({ id }) => id)

  it('say how they are, and raise what lasts for half a minute until it is over', async () => {
    const { watch, states, counts } = await start('m1')
    await watch.beat()
    const [row] = await listProcesses(db)
    expect(row).toMatchObject({
      name: 'm1',
      seenAtMs: nowMs,
      status: { roles: ['core'], liveBroadcasts: 2, isStopped: false, version: expect.stringMatching(/^\d/) },
    })
    expect(row?.status.parts).toEqual([
      { part: 'database', problem: null, checkMs: 3 },
      { part: 'clock', problem: null, checkMs: null },
    ])
    expect(row?.status.disks[0]?.sizeBytes).toBeGreaterThan(0)
    // The kernel counts in ticks, so there may be nothing to say yet.
    const processorShare = async () => {
      await watch.beat()
      return (await listProcesses(db))[0]?.status.processorShare ?? 0
    }
    await expect.poll(processorShare).toBeGreaterThan(0)
    states.clock = 'failed: 40 s behind https://me:hunter2@node.example'
    counts.pausedRecordings = 3
    await watch.beat()
    expect(await kinds()).toEqual([])
    nowMs += 31_000
    await watch.beat()
    expect((await kinds()).sort()).toEqual(['part m1 clock', 'recording m1'])
    expect(JSON.stringify(await listAlerts(db, 99))).not.toContain('hunter2')
    states.clock = 'ok'
    counts.pausedRecordings = 0
    await watch.beat()
    expect(await kinds()).toEqual([])
  })

  it('notice one that says nothing any more, until it is back, and none that has stopped in order', async () => {
    const { watch: watcher } = await start('core', { siteUrl: 'http://127.0.0.1' })
    const { watch: dying } = await start('m1')
    const { watch: ending } = await start('m2')
    await Promise.all([watcher.beat(), dying.beat(), ending.beat()])
    await ending.close()
    for (let passed = 0; passed < 60; passed += 10) {
      nowMs += 10_000
      await watcher.beat()
    }
    expect(await kinds()).toEqual([])
    nowMs += 10_000
    await watcher.beat()
    expect(await kinds()).toEqual(['process m1'])
    await dying.beat()
    await watcher.beat()
    expect(await kinds()).toEqual([])
    nowMs += dayMs + 1
    await watcher.beat()
    await watcher.beat()
    expect((await listProcesses(db)).map(({ name }) => name)).toEqual(['core'])
    expect(await kinds()).toEqual([])
  })

  it('warn two weeks before a certificate expires', async () => {
    const folder = await temporaryFolder('certificate')
    onTestFinished(() => removeFolder(folder))
    const { certFile } = makeSelfSigned(folder, 'live.example')
    nowMs = Date.now()
    const { watch } = await start('m1', { rtmpsCertFile: certFile })
    nowMs += 61_000
    await watch.beat()
    const expiresAt = watch.certificates[0]?.expiresAt ?? 0
    expect(expiresAt).toBeGreaterThan(nowMs)
    nowMs = expiresAt - 15 * dayMs
    await watch.beat()
    expect(await kinds()).toEqual([])
    nowMs += dayMs + 1
    await watch.beat()
    expect(await kinds()).toEqual(['certificate rtmps m1'])
  })
})

it('[HEALTH-5] reads when the certificate expires that visitors get, and nothing where nobody answers', async () => {
  const folder = await temporaryFolder('certificate')
  onTestFinished(() => removeFolder(folder))
  const { certFile, keyFile } = makeSelfSigned(folder, 'live.example')
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  expect(await readServedCertificate(`https://127.0.0.1:${port}`)).toBeGreaterThan(Date.now())
  await new Promise((resolve) => server.close(resolve))
  expect(await readServedCertificate(`https://127.0.0.1:${port}`)).toBeUndefined()
  expect(await readServedCertificate('http://127.0.0.1')).toBeUndefined()
})

describe('[HEALTH-6] a disk', () => {
  const disk = (freeBytes: number) => ({ disk: 'data' as const, freeBytes, sizeBytes: 100 * gibibyte })

  it('is nearly full with a tenth left, and well again with a fifth more', () => {
    expect(isNearlyFull(disk(10.1 * gibibyte), false)).toBe(false)
    expect(isNearlyFull(disk(9.9 * gibibyte), false)).toBe(true)
    expect(isNearlyFull(disk(11.9 * gibibyte), true)).toBe(true)
    expect(isNearlyFull(disk(12.1 * gibibyte), true)).toBe(false)
    expect(isNearlyFull({ disk: 'data', freeBytes: gibibyte, sizeBytes: 2 * gibibyte }, false)).toBe(false)
  })

  it('is full in so many days as it filled in the last week', () => {
    let history: ReturnType<typeof rememberDisks> = []
    for (let hour = 0; hour <= 10 * 24; hour += 0.25) {
      history = rememberDisks(history, [disk((80 - hour / 24) * gibibyte)], hour * 3_600_000)
    }
    expect(history.length).toBeLessThanOrEqual(7 * 24)
    expect(daysUntilFull(history, disk(70 * gibibyte), 10 * dayMs)).toBeCloseTo(70, 0)
    expect(daysUntilFull(history, disk(90 * gibibyte), 10 * dayMs)).toBeNull()
    expect(measuredDays(history, 'data', 10 * dayMs)).toBeCloseTo(7, 0)
    expect(daysUntilFull([], disk(gibibyte), 0)).toBeNull()
    expect(measuredDays([], 'data', 10 * dayMs)).toBe(0)
    const young = rememberDisks([], [disk(80 * gibibyte)], 0)
    expect(daysUntilFull(young, disk(10 * gibibyte), 60_000)).toBeNull()
  })
})
