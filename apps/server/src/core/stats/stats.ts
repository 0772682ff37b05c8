import type { StreamStats } from '@waggle/contract/stats/endpoints'
import type { FastifyInstance } from 'fastify'
import { findFigures } from '../../db/broadcasts/broadcast-figures.ts'
import { listPastBroadcasts, type PastBroadcast } from '../../db/broadcasts/broadcast-history.ts'
import { findLiveBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { recordPeakViewers } from '../../db/broadcasts/peak-viewers.ts'
import { countMessages } from '../../db/chat/message-count.ts'
import { listFollowerCounts } from '../../db/follows/follower-counts.ts'
import { route } from '../../http/route.ts'
import { uncountedViewersGroup, viewersGroup } from '../../http/viewer-count.ts'
import { utcDay } from '../../lib/utc-day.ts'
import { requireOwner } from '../auth/require-owner.ts'
import type { CoreContext } from '../context.ts'
import { viewerFigures } from './viewer-figures.ts'
import { watchTime } from './watch-time.ts'

const dayMs = 24 * 60 * 60_000
/** The message rate is the mean over this time, or over a shorter broadcast, but over a minute at least. */
const chatRateMs = 5 * 60_000
const chatRateMinMs = 60_000

/** A streamer's statistics (rules STATS-5, API-13). */
export function statsRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, state } = context

  route(app, context, 'getStreamStats', async (call) => {
    const username = requireOwner(call)
    const nowMs = context.now()
    const [latest] = await listPastBroadcasts(db, username, { limit: 1 })
    if (!latest) return noStats
    const isLive = (await findLiveBroadcast(db, username, nowMs))?.id === latest.id
    return isLive ? statsOfLive(latest, nowMs) : statsOf(latest, nowMs)
  })

  route(app, context, 'getFollowerGrowth', async (call) => {
    const username = requireOwner(call)
    const today = context.now()
    const days = Array.from({ length: call.query.days }, (_, index) =>
      utcDay(today - (call.query.days - 1 - index) * dayMs),
    )
    const counts = await listFollowerCounts(db, username, days[0] ?? utcDay(today))
    return days.map((date) => ({ date, followers: counts.findLast(({ day }) => day <= date)?.followers ?? 0 }))
  })

  async function statsOfLive(broadcast: PastBroadcast, nowMs: number): Promise<StreamStats> {
    const [currentViewers = 0, uncountedViewers = 0] = await state.presence.count([
      viewersGroup(broadcast.id),
      uncountedViewersGroup(broadcast.id),
    ])
    // A peak that the streamer has seen is recorded, even if it falls between two runs of the recorder.
    if (currentViewers > broadcast.peakViewers) await recordPeakViewers(db, broadcast.id, currentViewers)
    const fromMs = Math.max(broadcast.startedAtMs, nowMs - chatRateMs)
    const messages = await countMessages(db, broadcast.username, fromMs, nowMs)
    const counted = await countedSoFar(broadcast, nowMs)
    const perMinute = (messages * 60_000) / Math.max(nowMs - fromMs, chatRateMinMs)
    return {
      ...statsOf(broadcast, nowMs),
      currentViewers,
      uncountedViewers,
      peakViewers: Math.max(broadcast.peakViewers, currentViewers),
      totalWatchTime: Math.floor(counted.viewerMs / 1000),
      chatMessages: counted.messages,
      chatMessageRate: Math.round(perMinute * 10) / 10,
      uptime: broadcast.startedAtMs,
      isLive: true,
    }
  }

  /** What is recorded of watch time and messages, and what came since then. */
  async function countedSoFar(
    { id, username, startedAtMs, viewerMs, messages }: PastBroadcast,
    nowMs: number,
  ): Promise<{ viewerMs: number; messages: number }> {
    const figures = (await findFigures(db, id)) ?? { viewerMs, messages, countedUntilMs: startedAtMs }
    const fromMs = figures.countedUntilMs
    const untilMs = Math.max(fromMs, nowMs)
    const viewings = await state.audience.list(id)
    return {
      viewerMs: Math.max(0, figures.viewerMs + watchTime(viewings, fromMs, untilMs).viewerMs),
      messages: figures.messages + (await countMessages(db, username, fromMs, untilMs)),
    }
  }
}

const noStats: StreamStats = {
  currentViewers: 0,
  uncountedViewers: 0,
  peakViewers: 0,
  totalWatchTime: 0,
  newFollowers: 0,
  chatMessages: 0,
  chatMessageRate: 0,
  uptime: null,
  isLive: false,
  streamId: null,
}

function statsOf(broadcast: PastBroadcast, nowMs: number): StreamStats {
  return {
    ...noStats,
    peakViewers: viewerFigures(broadcast, nowMs).peakViewers,
    totalWatchTime: Math.floor(broadcast.viewerMs / 1000),
    newFollowers: broadcast.newFollowers,
    chatMessages: broadcast.messages,
    streamId: broadcast.id,
  }
}
