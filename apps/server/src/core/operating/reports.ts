import { operatingLimits } from '@waggle/contract/operating/limits'
import type { ReportedThing } from '@waggle/contract/operating/report-endpoints'
import type { FastifyInstance } from 'fastify'
import { findBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { listLatestMessagesOf } from '../../db/chat/chat-messages.ts'
import {
  closeReports,
  countOpenReports,
  type Evidence,
  insertReport,
  listOpenReports,
  listReportsBy,
  type ReportRow,
  subjectOf,
} from '../../db/operating/reports.ts'
import { findReplay } from '../../db/recordings/replays.ts'
import { limitCalls, limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { requireRights } from './rights.ts'

const reportLimit: Limit = { name: 'report', points: 20, perSeconds: 3600 }
/** More, for people who share an address. */
const addressLimit: Limit = { name: 'report-address', points: 60, perSeconds: 3600 }
const evidenceMessages = 10
const shownReports = 2000
const dayMs = 24 * 60 * 60_000

/** What viewers report, and what the people who run the site make of it (rule OPERATE-6). */
export function reportRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'report', async ({ body, session, request }) => {
    await limitCallsByAddress(context, addressLimit, request)
    await limitCalls(context, reportLimit, session.username)
    const { kind, username, channel, reason, note } = body
    if (reason === 'other' && note === '') throw new Refusal('note_required')
    if (!(await context.channelExists(username))) throw new Refusal('account_not_found')
    const streamId = kind === 'account' ? null : (body.streamId ?? null)
    const thing = { kind, username, streamId, channel: kind === 'account' ? (channel ?? null) : null }
    const evidence = await gatherEvidence(thing)
    const open = await countOpenReports(db, thing)
    // One more of hundreds tells nobody anything.
    if (open.ofThing >= operatingLimits.reportsOfThingMax) return { success: true as const }
    if (open.all >= operatingLimits.reportsMax) throw new Refusal('rate_limited', { retryAfterSeconds: 3600 })
    await insertReport(db, { ...thing, evidence, reporter: session.username, reason, note, reportedAtMs: now() })
    return { success: true as const }
  })

  route(app, context, 'listMyReports', async ({ session }) => {
    const since = now() - operatingLimits.ownReportsDays * dayMs
    const rows = await listReportsBy(db, session.username, since, operatingLimits.pageSize)
    return {
      reports: rows.map(({ id, kind, username, reason, reportedAtMs, outcome }) => ({
        ...{ id, kind, username, reason, outcome },
        reportedAt: reportedAtMs,
      })),
    }
  })

  route(app, context, 'listReports', async ({ session }) => {
    await requireRights(context, session)
    const groups = Map.groupBy(await listOpenReports(db, shownReports), subjectOf)
    return { things: [...groups.values()].map(toThing) }
  })

  route(app, context, 'closeReport', async ({ params, body, session }) => {
    await requireRights(context, session)
    const closing = { outcome: body.outcome, closedBy: session.username, nowMs: now() }
    if ((await closeReports(db, params.reportId, closing)) === 0) throw new Refusal('report_closed')
    return { success: true as const }
  })

  /** As it is now: titles change, and messages are deleted. */
  async function gatherEvidence({
    kind,
    username,
    streamId,
    channel,
  }: Pick<ReportRow, 'kind' | 'username' | 'streamId' | 'channel'>): Promise<Evidence> {
    if (kind === 'account') {
      const messages = channel === null ? [] : await listLatestMessagesOf(db, channel, username, evidenceMessages)
      return { title: '', messages: messages.map(({ timestamp, message }) => ({ at: timestamp, message })) }
    }
    const found =
      streamId === null
        ? undefined
        : kind === 'replay'
          ? await findReplay(db, streamId)
          : await findBroadcast(db, streamId)
    if (found?.username !== username) throw new Refusal('stream_not_found')
    return { title: found.title ?? '', messages: [] }
  }
}

function toThing(reports: readonly ReportRow[]): ReportedThing {
  const [first] = reports
  const latest = reports.at(-1)
  if (first === undefined || latest === undefined) throw new Error('a group has at least one report')
  const { kind, username, streamId, channel, evidence, reportedAtMs } = first
  return {
    ...{ id: latest.id, kind, username, streamId, channel, ...evidence },
    firstAt: reportedAtMs,
    latestAt: latest.reportedAtMs,
    reports: reports.map(({ reporter, reason, note, reportedAtMs: at }) => ({
      reporter,
      reason,
      note,
      reportedAt: at,
    })),
  }
}
