import type { Chat } from './chat/chat.ts'
import type { Readiness } from './http/health/readiness.ts'
import type { Metrics } from './lib/metrics/metrics.ts'
import type { BroadcastDelays } from './media/broadcast/broadcast.ts'
import type { Media } from './media/media.ts'

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
