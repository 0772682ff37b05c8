import type { Alert } from '@waggle/contract/site-health/alerts'
import type { ProcessStatus } from '@waggle/contract/site-health/endpoints'
import type { FastifyInstance } from 'fastify'
import { listExpiries, listRecordedChannels } from '../../db/recordings/kept-recordings.ts'
import { listLeavingRecordings } from '../../db/recordings/leaving-recordings.ts'
import { listAlerts } from '../../db/site-health/alerts.ts'
import { listProcesses, type ProcessRow } from '../../db/site-health/processes.ts'
import { route } from '../../http/route.ts'
import { silentAfterMs } from '../../http/site-health/process-watch.ts'
import { targetsOf } from '../alerts/alert-notices.ts'
import type { CoreContext } from '../context.ts'
import { requireRights } from '../operating/rights.ts'
import { forecastStorage } from './storage-forecast.ts'

const dayMs = 24 * 60 * 60_000
const alertsShown = 200
const channelsShown = 100
const leavingShown = 50
/** What is deleted in this time, or when so much of the room is used, is deleted next (as rule REC-8 warns channels). */
const nextDays = 2
const fullShare = 0.9

type Kept = Exclude<CoreContext['config']['recordings'], 'off'>

/** How the site is, and what its recordings take (rules HEALTH-5 and HEALTH-6). */
export function siteHealthRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, config, thisProcess } = context

  route(app, context, 'getSiteHealth', async ({ session }) => {
    await requireRights(context, session)
    const [rows, alerts, parts] = await Promise.all([
      listProcesses(db),
      listAlerts(db, alertsShown),
      thisProcess.parts(),
    ])
    // It answers, even if it cannot write down how it is: its database may be read-only.
    const here = { state: 'running' as const, seenAt: now(), parts }
    const statuses = rows
      .map((row) => toStatus(row, now()))
      .map((status) => (status.name === thisProcess.name() ? { ...status, ...here } : status))
    return {
      processes: config.redisUrl ? statuses : statuses.map(withoutRedis),
      alerts: alerts.map(({ kind, facts, raisedAtMs }) => ({ kind, facts, since: raisedAtMs }) as Alert),
      targets: targetsOf(config),
    }
  })

  route(app, context, 'getSiteStorage', async ({ session }) => {
    await requireRights(context, session)
    const { recordings } = config
    const channels = (await listRecordedChannels(db)).toSorted((one, other) => other.bytes - one.bytes)
    const leaving = recordings === 'off' ? [] : await listNext(recordings)
    const forecast = recordings === 'off' ? null : await forecastOf(recordings, channels)
    return {
      isRecording: recordings !== 'off',
      bytes: channels.reduce((sum, { bytes }) => sum + bytes, 0),
      maxBytes: (recordings !== 'off' && recordings.maxBytes) || null,
      maxBytesPerChannel: (recordings !== 'off' && recordings.maxBytesPerChannel) || null,
      keepDays: recordings === 'off' ? 0 : recordings.keepDays,
      forecast,
      channels: channels.slice(0, channelsShown),
      leaving: leaving.slice(0, leavingShown).map(({ broadcastId, username, bytes, endedAtMs, reason }) => ({
        ...{ streamId: broadcastId, username, bytes, reason },
        endedAt: endedAtMs,
      })),
    }
  })

  async function forecastOf(
    { keepDays, maxBytes, maxBytesPerChannel }: Kept,
    channels: readonly { username: string; bytes: number }[],
  ) {
    if (maxBytes === undefined) return null
    return forecastStorage(channels, await listExpiries(db, keepDays), { maxBytes, maxBytesPerChannel }, now())
  }

  function listNext({ keepDays, maxBytes, maxBytesPerChannel }: Kept) {
    const soon = {
      keepDays,
      maxBytes: maxBytes && maxBytes * fullShare,
      maxBytesPerChannel: maxBytesPerChannel && maxBytesPerChannel * fullShare,
    }
    return listLeavingRecordings(db, soon, { nowMs: now() + nextDays * dayMs })
  }
}

/** In a site of one process, what processes share is in its memory. */
function withoutRedis(status: ProcessStatus): ProcessStatus {
  return { ...status, parts: status.parts.filter(({ part }) => part !== 'sharedState') }
}

function toStatus({ name, status, seenAtMs }: ProcessRow, nowMs: number): ProcessStatus {
  const { isStopped, diskHistory: _, ...facts } = status
  const state = isStopped ? 'stopped' : nowMs - seenAtMs > silentAfterMs ? 'silent' : 'running'
  return { name, ...facts, state, seenAt: seenAtMs }
}
