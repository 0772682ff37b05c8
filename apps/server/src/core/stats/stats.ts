import type { StreamStats } from '@waggle/contract/stats/endpoints'
import type { FastifyInstance } from 'fastify'
import { findFigures } from '../../db/broadcasts/broadcast-figures.ts'
import { listPastBroadcasts, type PastBroadcast } from '../../db/broadcasts/broadcast-history.ts'
import { findLiveBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { recordPeakViewers } from '../../db/broadcasts/peak-viewers.ts'
import { countMessages } from '../../db/chat/message-count.ts'
import { listFollowerCounts } from '../../db/follows/follower-counts.ts'
import { route } from '../../http/route.ts'
import { viewersOf } from '../channels/stream-info.ts'
import type { CoreContext } from '../context.ts'
import { requireOwner } from '../owner-only.ts'
import { watchTime } from './watch-time.ts'

const dayMs = 24 * 60 * 60_000
const chatRateOverMs = 5 * 60_000
const chatRateOverAtLeastMs = 60_000

/** A streamer's figures (spec sections 3 and 7). */
export function statsRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, state } = context

  route(app, context, 'getStreamStats', async (call) => {
    const username = requireOwner(call)
    const nowMs = context.now()
    const [latest] = await listPastBroadcasts(db, username, { limit: 1 })
    if (!latest) return noStats
    const isLive = (await findLiveBroadcast(db, username, nowMs))?.id === latest.id
    return isLive ? statsOfLive(latest, nowMs) : statsOf(latest)
  })

  route(app, context, 'getFollowerGrowth', async (call) => {
    const username = requireOwner(call)
    const today = context.now()
    const days = Array.from({ length: call.query.days }, (_, index) =>
      dayOf(today - (call.query.days - 1 - index) * dayMs),
    )
    const counts = await listFollowerCounts(db, username, days[0] ?? dayOf(today))
    return days.map((date) => ({ date, followers: counts.findLast(({ day }) => day <= date)?.followers ?? 0 }))
  })

  async function statsOfLive(broadcast: PastBroadcast, nowMs: number): Promise<StreamStats> {
    const [currentViewers = 0] = await state.presence.count([viewersOf(broadcast.id)])
    // What the streamer has seen was there, though it may pass between two looks of the recorder.
    if (currentViewers > broadcast.peakViewers) await recordPeakViewers(db, broadcast.id, currentViewers)
    const fromMs = Math.max(broadcast.startedAtMs, nowMs - chatRateOverMs)
    const messages = await countMessages(db, broadcast.username, fromMs, nowMs)
    const perMinute = (messages * 60_000) / Math.max(nowMs - fromMs, chatRateOverAtLeastMs)
    return {
      ...statsOf(broadcast),
      currentViewers,
      peakViewers: Math.max(broadcast.peakViewers, currentViewers),
      totalWatchTime: Math.floor((await watchedMs(broadcast, nowMs)) / 1000),
      chatMessageRate: Math.round(perMinute * 10) / 10,
      uptime: broadcast.startedAtMs,
      isLive: true,
    }
  }

  /** What is counted, and what has been watched since. */
  async function watchedMs({ id, startedAtMs, viewerMs }: PastBroadcast, nowMs: number): Promise<number> {
    const figures = await findFigures(db, id)
    const viewings = await state.audience.list(id)
    const fromMs = figures?.countedUntilMs ?? startedAtMs
    return Math.max(0, (figures?.viewerMs ?? viewerMs) + watchTime(viewings, fromMs, Math.max(fromMs, nowMs)).viewerMs)
  }
}

/** The day (UTC) of a time, as 'YYYY-MM-DD'. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

const noStats: StreamStats = {
  currentViewers: 0,
  peakViewers: 0,
  totalWatchTime: 0,
  newFollowers: 0,
  chatMessageRate: 0,
  uptime: null,
  isLive: false,
  streamId: null,
}

function statsOf(broadcast: PastBroadcast): StreamStats {
  return {
    ...noStats,
    peakViewers: broadcast.peakViewers,
    totalWatchTime: Math.floor(broadcast.viewerMs / 1000),
    newFollowers: broadcast.newFollowers,
    streamId: broadcast.id,
  }
}
