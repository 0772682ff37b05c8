import { operatingLimits } from '@waggle/contract/operating/limits'
import type { FastifyInstance } from 'fastify'
import { listReportsBy, type ReportRow } from '../../db/operating/reports.ts'
import { limitCalls, limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { route } from '../../http/route.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { storeReport } from './store-report.ts'

const reportLimit: Limit = { name: 'report', points: 20, perSeconds: 3600 }
/** More, for people who share an address. */
const addressLimit: Limit = { name: 'report-address', points: 60, perSeconds: 3600 }
const dayMs = 24 * 60 * 60_000

/** What signed-in viewers report, and what became of it (rule OPERATE-6). */
export function reportRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'report', async ({ body, session, request }) => {
    await limitCallsByAddress(context, addressLimit, request)
    await limitCalls(context, reportLimit, session.username)
    await storeReport(context, body, { reporter: session.username, email: '', secretHash: null })
    return { success: true as const }
  })

  route(app, context, 'listMyReports', async ({ session }) => {
    const since = now() - operatingLimits.ownReportsDays * dayMs
    const rows = await listReportsBy(db, session.username, since, operatingLimits.pageSize)
    return { reports: rows.map((row) => ({ id: row.id, ...toReportStatement(row) })) }
  })
}

/** What a reporter is told. */
export function toReportStatement(row: ReportRow) {
  const { kind, username, reason, outcome, explanation } = row
  return { kind, username, reason, outcome, explanation, reportedAt: row.reportedAtMs, closedAt: row.closedAtMs }
}
