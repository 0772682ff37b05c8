import { operatingLimits } from '@waggle/contract/operating/limits'
import type { ReportedThing } from '@waggle/contract/operating/review-endpoints'
import type { FastifyInstance } from 'fastify'
import { findEvidence } from '../../db/operating/evidence.ts'
import { listThings, type ReportedThingRow } from '../../db/operating/reported-things.ts'
import { listReportsOf, type ReportRow } from '../../db/operating/reports.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { closeReported, giveBackReported, takeReported } from '../operating/reported.ts'
import { requireRights } from '../operating/rights.ts'

const pageSize = 20
/** Of hundreds the first ones are shown. */
const shownReports = 20
const dayMs = 24 * 60 * 60_000

/** The queue of the people who run the site (rules OPERATE-6, OPERATE-8, OPERATE-9). */
export function reviewRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'listReports', async ({ query, session }) => {
    await requireRights(context, session)
    const page = { state: query.state, afterId: query.after, limit: pageSize + 1 }
    const rows = await listThings(db, page, now())
    return { things: await withReports(db, rows.slice(0, pageSize)), hasMore: rows.length > pageSize }
  })

  route(app, context, 'getReportEvidence', async ({ params, session }) => {
    await requireRights(context, session)
    const found = await findEvidence(db, params.reportId)
    if (found === undefined) throw new Refusal('report_not_found')
    const { messages, picture, media, closedAtMs } = found
    return {
      messages,
      picture,
      media: media && {
        streamId: media.id,
        playlistPath: `/recordings/${media.id}/master.m3u8`,
        startsAt: media.fromMs,
        endsAt: media.untilMs,
      },
      deletedAt: closedAtMs === null ? null : closedAtMs + operatingLimits.evidenceDays * dayMs,
    }
  })

  route(app, context, 'takeReport', async ({ params, session }) => {
    await requireRights(context, session)
    await inTransaction(
      (transaction, reviewer) => takeReported(transaction, params.reportId, reviewer),
      session.username,
    )
    return { success: true as const }
  })

  route(app, context, 'giveBackReport', async ({ params, session }) => {
    await requireRights(context, session)
    await inTransaction(
      (transaction, reviewer) => giveBackReported(transaction, params.reportId, reviewer),
      session.username,
    )
    return { success: true as const }
  })

  route(app, context, 'closeReport', async ({ params, body, session }) => {
    await requireRights(context, session)
    await inTransaction(
      (transaction, reviewer) => closeReported(transaction, params.reportId, { ...body, ...reviewer }),
      session.username,
    )
    return { success: true as const }
  })

  /** What is done with a report is in the log, or not done. */
  function inTransaction(
    act: (transaction: CoreContext['db'], reviewer: { by: string; nowMs: number }) => Promise<void>,
    by: string,
  ): Promise<void> {
    return db.transaction().execute((transaction) => act(transaction, { by, nowMs: now() }))
  }
}

/** These things, each with what was reported of it. */
export async function withReports(
  db: CoreContext['db'],
  things: readonly ReportedThingRow[],
): Promise<ReportedThing[]> {
  const rows = await listReportsOf(
    db,
    things.map(({ id }) => id),
  )
  const reports = Map.groupBy(rows, ({ thingId }) => thingId)
  return things.map((thing) => toThing(thing, reports.get(thing.id) ?? []))
}

function toThing(thing: ReportedThingRow, reports: readonly ReportRow[]): ReportedThing {
  const { id, kind, username, streamId, channel, title, takenBy, outcome, explanation, closedBy, closedAtMs } = thing
  return {
    ...{ id, kind, username, streamId, channel, title, takenBy, outcome, explanation, closedBy },
    messageId: thing.messageId,
    message: thing.message,
    closedAt: closedAtMs,
    firstAt: reports[0]?.reportedAtMs ?? 0,
    count: reports.length,
    reports: reports.slice(0, shownReports).map(({ reporter, email, reason, note, reportedAtMs }) => ({
      ...{ email, reason, note },
      reporter: reporter === '' ? null : reporter,
      reportedAt: reportedAtMs,
    })),
  }
}
