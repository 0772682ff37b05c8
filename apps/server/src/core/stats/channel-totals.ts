import type { ChannelTotals } from '@waggle/contract/stats/endpoints'
import type { FastifyInstance } from 'fastify'
import { listPastBroadcasts } from '../../db/broadcasts/broadcast-history.ts'
import { countNewFollowers } from '../../db/follows/follows.ts'
import { sumTips } from '../../db/tips/tips.ts'
import { limitCalls } from '../../http/limits/limit-calls.ts'
import { route } from '../../http/route.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import { requireOwner } from '../auth/require-owner.ts'
import type { CoreContext } from '../context.ts'
import { viewerFigures } from './viewer-figures.ts'

const limit: Limit = { name: 'channel-totals', points: 60, perSeconds: 60 }
const dayMs = 24 * 60 * 60_000
/** More than anybody broadcasts in the longest time that can be asked for. */
const broadcastsMax = 1000

/** What a streamer's last days amount to, beside as many days before them (rule STATS-11). */
export function channelTotalsRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'getChannelTotals', async (call) => {
    const username = requireOwner(call)
    await limitCalls(context, limit, username)
    const nowMs = context.now()
    const spanMs = call.query.days * dayMs
    const [now, before] = await Promise.all([
      totals(context, username, nowMs - spanMs, nowMs),
      totals(context, username, nowMs - 2 * spanMs, nowMs - spanMs),
    ])
    return { now, before }
  })
}

/** Of the broadcasts that began, the followers and the tips that came, from `sinceMs` on and before `untilMs`. */
async function totals(
  { db, now }: CoreContext,
  username: string,
  sinceMs: number,
  untilMs: number,
): Promise<ChannelTotals> {
  const [broadcasts, newFollowers, tips] = await Promise.all([
    listPastBroadcasts(db, username, { limit: broadcastsMax, sinceMs, beforeMs: untilMs }),
    countNewFollowers(db, username, sinceMs, untilMs),
    sumTips(db, username, sinceMs, untilMs),
  ])
  const figures = broadcasts.map((broadcast) => viewerFigures(broadcast, now()))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const durationSeconds = sum(figures.map((one) => one.durationSeconds))
  const viewerSeconds = sum(broadcasts.map(({ viewerMs }) => viewerMs)) / 1000
  return {
    broadcasts: broadcasts.length,
    durationSeconds,
    averageViewers: durationSeconds > 0 ? Math.round((viewerSeconds / durationSeconds) * 10) / 10 : 0,
    peakViewers: Math.max(0, ...figures.map(({ peakViewers }) => peakViewers)),
    totalWatchTime: Math.floor(viewerSeconds),
    replayViews: sum(broadcasts.map(({ replayViews }) => replayViews)),
    messages: sum(broadcasts.map(({ messages }) => messages)),
    newFollowers,
    tips,
  }
}
