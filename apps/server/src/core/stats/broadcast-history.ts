import { limits } from '@waggle/contract/limits'
import type { PastBroadcast as Answer } from '@waggle/contract/stats/endpoints'
import type { FastifyInstance } from 'fastify'
import { savePayout } from '../../db/broadcasts/broadcast-figures.ts'
import { findPastBroadcast, listPastBroadcasts, type PastBroadcast } from '../../db/broadcasts/broadcast-history.ts'
import { listSamples } from '../../db/broadcasts/broadcast-samples.ts'
import { limitCalls } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { within } from '../../lib/within.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { FindPost } from '../announcements/stream-posts.ts'
import { requireOwner } from '../auth/require-owner.ts'
import type { CoreContext } from '../context.ts'
import { toCsv } from './csv.ts'
import { viewerFigures } from './viewer-figures.ts'

const listLimit: Limit = { name: 'history', points: 60, perSeconds: 60 }
const exportLimit: Limit = { name: 'history-export', points: 10, perSeconds: 60 }
/** How long an answer waits for the chain. After that, broadcasts are listed without the payouts of their posts. */
const chainTimeoutMs = 2500
/** How many of the latest broadcasts read their payout from the chain. Older ones show a payout only if it was stored. */
const readFromChainMax = 20

/** A streamer's past broadcasts: their figures, their course over time, and their export. */
export function broadcastHistoryRoutes(app: FastifyInstance, context: CoreContext, findPost: FindPost): void {
  const { db } = context

  route(app, context, 'listBroadcasts', async (call) => {
    const username = requireOwner(call)
    await limitCalls(context, listLimit, username)
    const { limit, before } = call.query
    const rows = await listPastBroadcasts(db, username, { limit: limit + 1, beforeMs: before })
    return { broadcasts: await toAnswers(rows.slice(0, limit)), hasMore: rows.length > limit }
  })

  route(app, context, 'getBroadcastCourse', async (call) => {
    const username = requireOwner(call)
    const broadcast = await findPastBroadcast(db, username, call.params.streamId)
    if (!broadcast) throw new Refusal('stream_not_found')
    const samples = await listSamples(db, broadcast.id)
    return {
      broadcast: await toAnswer(broadcast),
      samples: samples.map(({ atMs, spanMs, viewers, viewersMax, bitsPerSecond, messages }) => ({
        at: atMs,
        seconds: spanMs / 1000,
        viewers,
        viewersMax,
        kilobitsPerSecond: bitsPerSecond === null ? null : Math.round(bitsPerSecond / 1000),
        messages,
      })),
    }
  })

  route(app, context, 'exportBroadcasts', async (call) => {
    const username = requireOwner(call)
    await limitCalls(context, exportLimit, username)
    const rows = await listPastBroadcasts(db, username, { limit: limits.historyExportMax })
    const lines = (await toAnswers(rows)).map(toCsvRow)
    call.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="waggle-${username}.csv"`)
    return Buffer.from(toCsv([columns, ...lines]))
  })

  async function toAnswers(rows: PastBroadcast[]): Promise<Answer[]> {
    const recent = await Promise.all(rows.slice(0, readFromChainMax).map(toAnswer))
    const older = rows.slice(readFromChainMax).map((row) => ({
      ...withoutPayout(row, context.now()),
      payout: row.paidOut === null ? null : { amount: row.paidOut, isFinal: true },
    }))
    return [...recent, ...older]
  }

  async function toAnswer(row: PastBroadcast): Promise<Answer> {
    return { ...withoutPayout(row, context.now()), payout: await payoutOf(row) }
  }

  async function payoutOf({ id, username, permlink, paidOut }: PastBroadcast): Promise<Answer['payout']> {
    if (paidOut !== null) return { amount: paidOut, isFinal: true }
    if (permlink === null) return null
    const post = await within(
      findPost(username, permlink).catch(() => undefined),
      chainTimeoutMs,
    )
    if (!post) return null
    if (post.paidOut === undefined) return { amount: post.pendingPayout, isFinal: false }
    await savePayout(db, id, post.paidOut)
    return { amount: post.paidOut, isFinal: true }
  }
}

function withoutPayout(row: PastBroadcast, nowMs: number): Omit<Answer, 'payout'> {
  return {
    streamId: row.id,
    title: row.title,
    startedAt: row.startedAtMs,
    endedAt: row.endedAtMs,
    ...viewerFigures(row, nowMs),
    totalWatchTime: Math.floor(row.viewerMs / 1000),
    newFollowers: row.newFollowers,
    messages: row.messages,
    replayViews: row.replayViews,
    permlink: row.permlink,
  }
}

const columns = [
  'stream',
  'title',
  'started_at',
  'ended_at',
  'duration_seconds',
  'peak_viewers',
  'average_viewers',
  'watch_time_seconds',
  'new_followers',
  'messages',
  'replay_views',
  'post',
  'payout',
  'payout_is_final',
]

function toCsvRow(row: Answer): (string | number)[] {
  return [
    row.streamId,
    row.title,
    new Date(row.startedAt).toISOString(),
    row.endedAt === null ? '' : new Date(row.endedAt).toISOString(),
    row.durationSeconds,
    row.peakViewers,
    row.averageViewers,
    row.totalWatchTime,
    row.newFollowers,
    row.messages,
    row.replayViews,
    row.permlink ?? '',
    row.payout?.amount ?? '',
    row.payout ? String(row.payout.isFinal) : '',
  ]
}
