import { hostname } from 'node:os'
import { alertKinds } from '@waggle/contract/site-health/alerts'
import type { Chat } from './chat/chat.ts'
import type { Config } from './config/config.ts'
import { listLiveBroadcasts } from './db/broadcasts/broadcasts.ts'
import type { Db } from './db/open.ts'
import { countWaitingPushes } from './db/push/push-deliveries.ts'
import { countWaitingAlertMessages } from './db/site-health/alert-messages.ts'
import { listAlerts } from './db/site-health/alerts.ts'
import { listProcesses } from './db/site-health/processes.ts'
import { countAllWaiting } from './db/webhooks/webhook-deliveries.ts'
import type { Readiness } from './http/health/readiness.ts'
import { isSilent, type ProcessWatch, type WatchedProcess } from './http/site-health/process-watch.ts'
import { viewersGroup } from './http/viewer-count.ts'
import type { Metrics } from './lib/metrics/metrics.ts'
import type { BroadcastDelays } from './media/broadcast/broadcast.ts'
import type { Media } from './media/media.ts'
import type { SharedState } from './shared-state/shared-state.ts'

const maxAlerts = 5000

interface Roles {
  media: Media | undefined
  chat: Chat | undefined
  readiness: Readiness
}

/** Adds what the roles of this process have in memory to its metrics. What they count as they go, they add themselves. */
export function measureRoles(metrics: Metrics, { media, chat, readiness }: Roles): void {
  metrics.gauges(
    'waggle_part_check_seconds',
    'How long the last check of each part took: the database with a write, Redis with a ping',
    'part',
    () => Object.fromEntries(Object.entries(readiness.durationsMs).map(([part, ms]) => [part, ms / 1000])),
  )
  metrics.gauges('waggle_queue_length', 'What waits in this process, by queue', 'queue', () => ({
    ...(media?.recordings && { recordings: media.recordings.waitingObjects }),
    ...(chat && { chat_messages: chat.waitingMessages() }),
  }))
  if (media) measureMedia(metrics, media)
  if (chat) metrics.gauge('waggle_chat_sockets', 'Chat sockets of this process', () => chat.socketCount())
}

/** What this process says of itself to the site's other processes. */
export function watchedProcess(
  config: Config,
  { media, chat, port }: Pick<Roles, 'media' | 'chat'> & { port(): number },
): WatchedProcess {
  const { recordings, dataDir, roles } = config
  const store = recordings === 'off' ? undefined : recordings.store
  return {
    name: () => processName(config, port()),
    roles,
    folders: { data: dataDir, ...(store?.kind === 'folder' && { recordings: store.folder }) },
    rtmpsCertFile: config.rtmps?.certFile,
    siteUrl: roles.includes('core') ? config.http.publicUrl : undefined,
    counts: () => ({
      ffmpeg: media === undefined ? 'unused' : media.hasFfmpeg ? 'works' : 'missing',
      liveBroadcasts: media?.ingest.liveCount ?? 0,
      realTimeViewers: media?.realTime?.viewerCount ?? 0,
      chatSockets: chat?.socketCount() ?? 0,
      pausedRecordings: media?.recordings?.pausedCount ?? 0,
    }),
  }
}

export function processName({ nodeUrl }: Config, port: number): string {
  return nodeUrl ?? `${hostname()}:${port}`
}

export function measureWatch(metrics: Metrics, watch: ProcessWatch, db: Db): void {
  metrics.gauges('waggle_disk_free_bytes', 'What is free for us on the disks that this process uses', 'disk', () =>
    Object.fromEntries(watch.disks.map(({ disk, freeBytes }) => [disk, freeBytes])),
  )
  metrics.gauges('waggle_disk_size_bytes', 'The size of these disks', 'disk', () =>
    Object.fromEntries(watch.disks.map(({ disk, sizeBytes }) => [disk, sizeBytes])),
  )
  metrics.gauges(
    'waggle_certificate_expires_timestamp_seconds',
    'When certificates expire: that of the site, and that of RTMPS',
    'certificate',
    () => Object.fromEntries(watch.certificates.map(({ certificate, expiresAt }) => [certificate, expiresAt / 1000])),
  )
  metrics.gauges('waggle_alerts', 'What needs the operator, of the whole site, by kind', 'kind', async () => {
    const lasting = await listAlerts(db, maxAlerts)
    return Object.fromEntries(alertKinds.map((kind) => [kind, lasting.filter((alert) => alert.kind === kind).length]))
  })
}

/** What is the same for the whole site: every process with the core role says it. */
export function measureSite({
  metrics,
  db,
  state,
  now,
}: {
  metrics: Metrics
  db: Db
  state: Pick<SharedState, 'presence'>
  now(): number
}): void {
  metrics.gauges('waggle_site_viewers', 'Viewers of what is live on the whole site, by mode', 'mode', async () => {
    const live = await listLiveBroadcasts(db, now())
    const counts = await state.presence.count(live.map(({ id }) => viewersGroup(id)))
    const processes = (await listProcesses(db)).filter((row) => !row.status.isStopped && !isSilent(row, now()))
    const realTime = processes.reduce((sum, { status }) => sum + status.realTimeViewers, 0)
    const all = counts.reduce((sum, count) => sum + count, 0)
    return { 'real-time': realTime, 'low-delay': Math.max(0, all - realTime) }
  })
  metrics.gauges(
    'waggle_site_queue_length',
    'What waits in the database for the whole site, by queue',
    'queue',
    async () => ({
      alert_messages: await countWaitingAlertMessages(db),
      webhooks: await countAllWaiting(db),
      push: await countWaitingPushes(db),
    }),
  )
}

function measureMedia(metrics: Metrics, { ingest, realTime, recordings }: Media): void {
  metrics.gauge('waggle_live_broadcasts', 'Broadcasts this process holds', () => ingest.liveCount)
  metrics.gauge('waggle_delivering_broadcasts', 'Those whose encoder delivers now', () => ingest.delays.length)
  metrics.gauge('waggle_held_requests', 'Players waiting for media', () => ingest.heldRequests)
  metrics.gauge('waggle_real_time_viewers', 'Viewers in real time', () => realTime?.viewerCount ?? 0)
  metrics.gauge(
    'waggle_recordings_paused',
    'Broadcasts that are not recorded at the moment, because the disk is full, slow or fails',
    () => recordings?.pausedCount ?? 0,
  )
  metrics.gauge(
    'waggle_recordings_waiting_bytes',
    'Bytes of recordings on this disk that the recording store does not have yet',
    () => recordings?.waitingBytes ?? 0,
  )
  // Not by channel: the console has that, and names that come and go fill a Prometheus.
  const worst = (name: keyof BroadcastDelays) => () =>
    Math.max(0, ...ingest.delays.map((delays) => delays[name])) / 1000
  metrics.gauge(
    'waggle_ingest_worst_jitter_seconds',
    'How irregularly media arrives from the worst encoder (interarrival jitter of RFC 3550)',
    worst('jitterMs'),
  )
  metrics.gauge(
    'waggle_ingest_worst_lateness_seconds',
    'How much later media arrives from the worst encoder than at its earliest',
    worst('lateMs'),
  )
  metrics.gauge(
    'waggle_packager_worst_lag_seconds',
    'How long media of the worst broadcast has been arriving that its playlist does not list yet',
    worst('packagerLagMs'),
  )
  metrics.gauge(
    'waggle_ladder_worst_lag_seconds',
    'How far the lower renditions of the worst broadcast are behind its source',
    worst('ladderLagMs'),
  )
}
