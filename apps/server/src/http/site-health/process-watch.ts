import type { AlertFacts, AlertKind } from '@waggle/contract/site-health/alerts'
import type { ProcessStatus } from '@waggle/contract/site-health/endpoints'
import type { Db } from '../../db/open.ts'
import { clearAlert, listAlerts, raiseAlert } from '../../db/site-health/alerts.ts'
import {
  type DiskSample,
  deleteProcess,
  listProcesses,
  type ProcessRow,
  saveProcess,
} from '../../db/site-health/processes.ts'
import type { Log } from '../../lib/log.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { version } from '../../lib/version.ts'
import type { Readiness } from '../health/readiness.ts'
import { type CertificateFact, readCertificateFile, readServedCertificate } from './certificates.ts'
import { type DiskFigures, daysUntilFull, isNearlyFull, measuredDays, readDisks, rememberDisks } from './disks.ts'
import { EventLoopDelay } from './event-loop-delay.ts'
import { measureProcessorLoad } from './processor-load.ts'

/** At once after the start, and soon after a failure. */
const firstBeatMs = 500
const beatMs = 10_000
/** A process that is not heard of for so long has a fault. */
export const silentAfterMs = 60_000
const forgottenAfterMs = 24 * 60 * 60_000
/** A fault that lasts for less is not told. */
const toleratedMs = 30_000
const certificateWarningMs = 14 * 24 * 60 * 60_000
const certificateIntervalMs = 60 * 60_000
/** While the database is away nothing can be told. */
const toldParts = ['sharedState', 'clock', 'fileHandles', 'hive', 'otherProcesses', 'recordingStore'] as const
const longestReason = 200
const alertsRead = 5000

/** What a process knows of itself. */
export interface WatchedProcess {
  /** Its address where it has one, else its machine and port. Known once it listens. */
  name(): string
  roles: readonly string[]
  folders: Partial<Record<DiskFigures['disk'], string>>
  rtmpsCertFile: string | undefined
  /** The site's address, for a process that looks at the whole site. */
  siteUrl: string | undefined
  counts(): Pick<ProcessStatus, 'ffmpeg' | 'liveBroadcasts' | 'realTimeViewers' | 'chatSockets' | 'pausedRecordings'>
}

/** The process that answers. */
export interface ThisProcess {
  name(): string
  /** What works and what does not, now. */
  parts(): Promise<ProcessStatus['parts']>
}

interface WatchContext {
  db: Db
  log: Log
  now(): number
  readiness: Pick<Readiness, 'states' | 'durationsMs'>
}

export interface ProcessWatch extends PeriodicTask {
  beat(): Promise<void>
  readonly disks: readonly DiskFigures[]
  readonly certificates: readonly CertificateFact[]
}

/**
 * Says every ten seconds how this process is, in the database, and raises the alerts that follow from it (rule HEALTH-5). One with
 * `siteUrl` also raises those of processes that say nothing any more.
 */
export function startProcessWatch(context: WatchContext, watched: WatchedProcess): ProcessWatch {
  const { db, log, now, readiness } = context
  const startedAt = now()
  const eventLoop = new EventLoopDelay()
  const processors = measureProcessorLoad()
  const isRaised = new Map<string, boolean>()
  const faultySinceMs = new Map<string, number>()
  let disks: readonly DiskFigures[] = []
  let history: readonly DiskSample[] | undefined
  let certificates: readonly CertificateFact[] = []
  // Not at once: the site may not be reachable yet under its own address.
  let certificatesReadAtMs = now() - certificateIntervalMs + silentAfterMs
  /** Since when this process could say how it is: before, others could not either. */
  let steadySinceMs: number | undefined
  const full = new Set<string>()

  async function beat(): Promise<void> {
    const nowMs = now()
    try {
      history ??= (await listProcesses(db)).find(({ name }) => name === watched.name())?.status.diskHistory ?? []
      disks = await readDisks(watched.folders)
      history = rememberDisks(history, disks, nowMs)
      await readCertificates(nowMs)
      const states = await readiness.states()
      await save(states, nowMs, false)
      await raiseOwn(states, nowMs)
      if (watched.siteUrl !== undefined && nowMs - (steadySinceMs ?? nowMs) >= silentAfterMs) await watchOthers(nowMs)
      steadySinceMs ??= nowMs
    } catch (error) {
      steadySinceMs = undefined
      throw error
    }
  }

  async function save(states: Record<string, string>, nowMs: number, isStopped: boolean): Promise<void> {
    const parts = partsOf(states, readiness.durationsMs)
    const status = {
      ...{ roles: [...watched.roles], version, startedAt, parts, isStopped, certificates: [...certificates] },
      eventLoopMs: eventLoop.read(),
      processorShare: processors.read(),
      memoryBytes: process.memoryUsage.rss(),
      disks: disks.map((disk) => ({
        ...disk,
        daysUntilFull: daysUntilFull(history ?? [], disk, nowMs),
        measuredDays: measuredDays(history ?? [], disk.disk, nowMs),
      })),
      diskHistory: history ?? [],
      ...watched.counts(),
    }
    await saveProcess(db, { name: watched.name(), status, seenAtMs: nowMs })
  }

  async function raiseOwn(states: Record<string, string>, nowMs: number): Promise<void> {
    const name = watched.name()
    for (const part of toldParts) {
      const problem = problemOf(states[part] ?? 'ok')
      const key = `${name} ${part}`
      await settle('part', key, lasts(key, problem !== null, nowMs) && { process: name, part, reason: problem ?? '' })
    }
    for (const figures of disks) {
      const isFull = isNearlyFull(figures, full.has(figures.disk))
      if (isFull) full.add(figures.disk)
      else full.delete(figures.disk)
      await settle('disk', `${name} ${figures.disk}`, isFull && { process: name, ...figures })
    }
    const { pausedRecordings: broadcasts } = watched.counts()
    await settle('recording', name, lasts('recording', broadcasts > 0, nowMs) && { process: name, broadcasts })
    for (const fact of certificates) {
      const key = `${fact.certificate} ${fact.name}`
      await settle('certificate', key, fact.expiresAt - nowMs < certificateWarningMs && fact)
    }
  }

  async function settle<Kind extends AlertKind>(
    kind: Kind,
    key: string,
    facts: AlertFacts[Kind] | false,
  ): Promise<void> {
    const id = `${kind} ${key}`
    if (facts) await raiseAlert(db, { kind, key, facts }, now())
    else if (isRaised.get(id) !== false) await clearAlert(db, kind, key, now())
    isRaised.set(id, facts !== false)
  }

  /** Whether it has lasted for as long as an alert needs. */
  function lasts(id: string, isFaulty: boolean, nowMs: number): boolean {
    if (!isFaulty) faultySinceMs.delete(id)
    else if (!faultySinceMs.has(id)) faultySinceMs.set(id, nowMs)
    return nowMs - (faultySinceMs.get(id) ?? nowMs) >= toleratedMs
  }

  async function readCertificates(nowMs: number): Promise<void> {
    if (nowMs - certificatesReadAtMs < certificateIntervalMs) return
    certificatesReadAtMs = nowMs
    const { rtmpsCertFile, siteUrl } = watched
    const rtmps = rtmpsCertFile === undefined ? undefined : await readCertificateFile(rtmpsCertFile)
    const site = siteUrl === undefined ? undefined : await readServedCertificate(siteUrl)
    certificates = [
      ...(rtmps === undefined ? [] : [{ certificate: 'rtmps' as const, name: watched.name(), expiresAt: rtmps }]),
      ...(site === undefined || siteUrl === undefined
        ? []
        : [{ certificate: 'site' as const, name: new URL(siteUrl).host, expiresAt: site }]),
    ]
  }

  async function watchOthers(nowMs: number): Promise<void> {
    const rows = await listProcesses(db)
    const alerts = await listAlerts(db, alertsRead)
    for (const row of rows) {
      // What it raised goes with it.
      if (nowMs - row.seenAtMs > forgottenAfterMs) await deleteProcess(db, row.name, row.seenAtMs)
      else if (isSilent(row, nowMs)) {
        const facts = { process: row.name, lastSeenAt: row.seenAtMs }
        await raiseAlert(db, { kind: 'process', key: row.name, facts }, nowMs)
      }
    }
    const silent = new Set(rows.filter((row) => isSilent(row, nowMs)).map(({ name }) => name))
    const heard = new Set(rows.map(({ name }) => name))
    for (const { kind, facts, id } of alerts) {
      if (!('process' in facts)) continue
      const isOver = kind === 'process' ? !silent.has(facts.process) : !heard.has(facts.process)
      if (isOver) await clearAlert(db, kind, id.slice(kind.length + 1), nowMs)
    }
  }

  const task = startPeriodicTask(beat, {
    pauseMs: () => (steadySinceMs === undefined ? firstBeatMs : beatMs),
    onError: (error) => log.warn({ error }, 'could not say how this process is; trying again'),
    isBackground: true,
  })
  return {
    beat,
    get disks() {
      return disks
    },
    get certificates() {
      return certificates
    },
    async close() {
      await task.close()
      eventLoop.close()
      // Whoever stops in order has no fault.
      await save({}, now(), true).catch(() => undefined)
    },
  }
}

export function isSilent({ status, seenAtMs }: ProcessRow, nowMs: number): boolean {
  return !status.isStopped && nowMs - seenAtMs > silentAfterMs && nowMs - seenAtMs <= forgottenAfterMs
}

export function partsOf(states: Record<string, string>, durationsMs: Readiness['durationsMs']): ProcessStatus['parts'] {
  return Object.entries(states).map(([part, state]) => ({
    part,
    problem: problemOf(state),
    checkMs: durationsMs[part] ?? null,
  }))
}

/** Without what an address may carry before its host: it goes out by mail. */
function problemOf(state: string): string | null {
  if (state === 'ok') return null
  return state
    .replace(/^failed: /, '')
    .replace(/\/\/[^/\s]*@/g, '//')
    .slice(0, longestReason)
}
