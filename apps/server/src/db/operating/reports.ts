import type { ActionReason } from '@waggle/contract/operating/actions'
import type { ReportKind, ReportOutcome } from '@waggle/contract/operating/report-endpoints'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'
import { timedId } from './timed-id.ts'

/** What somebody saw when they reported it. */
export interface Evidence {
  title: string
  messages: { at: number; message: string }[]
}

export interface ReportRow {
  id: string
  kind: ReportKind
  username: string
  streamId: string | null
  channel: string | null
  evidence: Evidence
  reporter: string
  reason: ActionReason
  note: string
  reportedAtMs: number
  /** Null while it is open. */
  outcome: ReportOutcome | null
}

/** Does nothing when the reporter has an open report of the same thing. */
export async function insertReport(db: Db, report: Omit<ReportRow, 'id' | 'outcome'>): Promise<void> {
  const subject = subjectOf(report)
  await db
    .insertInto('reports')
    .values({
      id: timedId(report.reportedAtMs),
      subject,
      kind: report.kind,
      username: report.username,
      stream_id: report.streamId,
      channel: report.channel,
      evidence: JSON.stringify(report.evidence),
      reporter: report.reporter,
      reason: report.reason,
      note: report.note,
      reported_at_ms: report.reportedAtMs,
      open_key: `${subject} ${report.reporter}`,
      outcome: null,
      closed_by: null,
      closed_at_ms: null,
    })
    .onConflict((conflict) => conflict.column('open_key').doNothing())
    .execute()
}

/** How many are open: of the thing, and of all. */
export async function countOpenReports(
  db: Db,
  report: Pick<ReportRow, 'kind' | 'username' | 'streamId' | 'channel'>,
): Promise<{ ofThing: number; all: number }> {
  const count = (subject?: string) =>
    db
      .selectFrom('reports')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('open_key', 'is not', null)
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
      .executeTakeFirstOrThrow()
  const [ofThing, all] = await Promise.all([count(subjectOf(report)), count()])
  return { ofThing: Number(ofThing.count), all: Number(all.count) }
}

/** The open ones, the oldest first. */
export async function listOpenReports(db: Db, limit: number): Promise<ReportRow[]> {
  const rows = await db
    .selectFrom('reports')
    .selectAll()
    .where('open_key', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toReport)
}

/** What an account has reported since this time, the latest first. */
export async function listReportsBy(db: Db, reporter: string, sinceMs: number, limit: number): Promise<ReportRow[]> {
  const rows = await db
    .selectFrom('reports')
    .selectAll()
    .where('reporter', '=', reporter)
    .where('reported_at_ms', '>=', sinceMs)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReport)
}

/** Closes every open report of the thing that this report is about. Returns how many: none when somebody else was faster. */
export async function closeReports(
  db: Db,
  id: string,
  { outcome, closedBy, nowMs }: { outcome: ReportOutcome; closedBy: string; nowMs: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({ open_key: null, outcome, closed_by: closedBy, closed_at_ms: nowMs })
    .where('open_key', 'is not', null)
    .where('subject', 'in', (query) => query.selectFrom('reports').select('subject').where('id', '=', id))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Reports with the same subject are about the same thing. */
export function subjectOf({
  kind,
  username,
  streamId,
  channel,
}: Pick<ReportRow, 'kind' | 'username' | 'streamId' | 'channel'>) {
  return [kind, username, streamId ?? channel ?? ''].join(' ')
}

function toReport(row: Database['reports']): ReportRow {
  return {
    id: row.id,
    kind: row.kind as ReportKind,
    username: row.username,
    streamId: row.stream_id,
    channel: row.channel,
    evidence: JSON.parse(row.evidence) as Evidence,
    reporter: row.reporter,
    reason: row.reason as ActionReason,
    note: row.note,
    reportedAtMs: row.reported_at_ms,
    outcome: row.outcome as ReportOutcome | null,
  }
}
