import type { ActionReason } from '@waggle/contract/operating/actions'
import type { ReportKind, ReportOutcome } from '@waggle/contract/operating/reported-thing'
import type { Db } from '../open.ts'
import { type Reported, subjectOf } from './reported-things.ts'
import { timedId } from './timed-id.ts'

/** What one person has reported, and what became of it. */
export interface ReportRow {
  id: string
  thingId: string
  kind: ReportKind
  username: string
  /** Empty for somebody without an account. */
  reporter: string
  email: string
  reason: ActionReason
  note: string
  reportedAtMs: number
  /** Null while it is open. */
  outcome: ReportOutcome | null
  explanation: string
  closedAtMs: number | null
}

interface NewReport extends Pick<ReportRow, 'thingId' | 'reporter' | 'email' | 'reason' | 'note' | 'reportedAtMs'> {
  /** For somebody without an account. */
  secretHash: string | null
}

/** Does nothing when the reporter has an open report of the same thing. */
export async function insertReport(db: Db, reported: Reported, report: NewReport): Promise<void> {
  const subject = subjectOf(reported)
  await db
    .insertInto('reports')
    .values({
      id: timedId(report.reportedAtMs),
      subject,
      kind: reported.kind,
      username: reported.username,
      stream_id: reported.streamId,
      channel: reported.channel,
      evidence: '{"title":"","messages":[]}',
      thing_id: report.thingId,
      reporter: report.reporter,
      secret_hash: report.secretHash,
      email: report.email,
      reason: report.reason,
      note: report.note,
      reported_at_ms: report.reportedAtMs,
      open_key: `${subject} ${report.secretHash ?? report.reporter}`,
      outcome: null,
      closed_by: null,
      closed_at_ms: null,
    })
    .onConflict((conflict) => conflict.column('open_key').doNothing())
    .execute()
}

/** How many are open, by people with or without an account: of the thing, and of all. */
export async function countOpenReports(
  db: Db,
  reported: Reported,
  from: 'accounts' | 'notices',
): Promise<{ ofThing: number; all: number }> {
  const count = (subject?: string) =>
    db
      .selectFrom('reports')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('open_key', 'is not', null)
      .where('reporter', from === 'notices' ? '=' : '!=', '')
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
      .executeTakeFirstOrThrow()
  const [ofThing, all] = await Promise.all([count(subjectOf(reported)), count()])
  return { ofThing: Number(ofThing.count), all: Number(all.count) }
}

/** Of these things, the oldest first. */
export async function listReportsOf(db: Db, thingIds: readonly string[]): Promise<ReportRow[]> {
  if (thingIds.length === 0) return []
  const rows = await selectReports(db).where('reports.thing_id', 'in', thingIds).orderBy('reports.id').execute()
  return rows.map(toReport)
}

/** What an account has reported since this time, the latest first. */
export async function listReportsBy(db: Db, reporter: string, sinceMs: number, limit: number): Promise<ReportRow[]> {
  const rows = await selectReports(db)
    .where('reports.reporter', '=', reporter)
    .where('reports.reported_at_ms', '>=', sinceMs)
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReport)
}

/** What somebody without an account has reported. */
export async function findNotice(db: Db, secretHash: string): Promise<ReportRow | undefined> {
  const row = await selectReports(db).where('reports.secret_hash', '=', secretHash).executeTakeFirst()
  return row && toReport(row)
}

function selectReports(db: Db) {
  return db
    .selectFrom('reports')
    .innerJoin('reported_things', 'reported_things.id', 'reports.thing_id')
    .select([
      'reports.id',
      'reported_things.id as thing_id',
      'reports.kind',
      'reports.username',
      'reports.reporter',
      'reports.email',
      'reports.reason',
      'reports.note',
      'reports.reported_at_ms',
      'reported_things.outcome',
      'reported_things.explanation',
      'reported_things.closed_at_ms',
    ])
}

function toReport(row: Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>): ReportRow {
  return {
    id: row.id,
    thingId: row.thing_id,
    kind: row.kind as ReportKind,
    username: row.username,
    reporter: row.reporter,
    email: row.email ?? '',
    reason: row.reason as ActionReason,
    note: row.note,
    reportedAtMs: row.reported_at_ms,
    outcome: row.outcome as ReportOutcome | null,
    explanation: row.explanation,
    closedAtMs: row.closed_at_ms,
  }
}
