import { operatingLimits } from '@waggle/contract/operating/limits'
import type { ReportKind, ReportOutcome } from '@waggle/contract/operating/reported-thing'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'
import { type Evidence, parseMessages } from './evidence.ts'
import { timedId } from './timed-id.ts'

/** What somebody reports: the same thing has the same subject. */
export interface Reported {
  kind: ReportKind
  username: string
  streamId: string | null
  channel: string | null
  messageId: string | null
}

export interface ReportedThingRow extends Reported {
  id: string
  title: string
  /** What was written, of a message; null while no evidence of it is kept. */
  message: string | null
  /** Who has taken it, as long as that lasts. */
  takenBy: string | null
  /** Null while it is open. */
  outcome: ReportOutcome | null
  explanation: string
  closedBy: string | null
  closedAtMs: number | null
}

export async function findOpenThing(db: Db, reported: Reported): Promise<string | undefined> {
  const row = await db
    .selectFrom('reported_things')
    .select('id')
    .where('open_subject', '=', subjectOf(reported))
    .executeTakeFirst()
  return row?.id
}

/** Opens the thing, and returns its id. Of two people who report it at the same moment both get the same. */
export async function openThing(db: Db, reported: Reported, evidence: Evidence, nowMs: number): Promise<string> {
  const subject = subjectOf(reported)
  const row = await db
    .insertInto('reported_things')
    .values({
      id: timedId(nowMs),
      subject,
      open_subject: subject,
      kind: reported.kind,
      username: reported.username,
      stream_id: reported.streamId,
      channel: reported.channel,
      message_id: reported.messageId,
      title: evidence.title,
      messages: JSON.stringify(evidence.messages),
      broadcast_id: evidence.broadcastId,
      at_ms: evidence.atMs,
      media_id: evidence.media?.id ?? null,
      media_from_ms: evidence.media?.fromMs ?? null,
      media_until_ms: evidence.media?.untilMs ?? null,
      picture_wanted_until_ms: evidence.pictureWantedUntilMs,
      taken_by: null,
      taken_at_ms: null,
      outcome: null,
      explanation: '',
      closed_by: null,
      closed_at_ms: null,
      is_evidence_deleted: 0,
    })
    .onConflict((conflict) => conflict.column('open_subject').doNothing())
    .returning('id')
    .executeTakeFirst()
  const id = row?.id ?? (await findOpenThing(db, reported))
  // Closed between the two statements, which takes a moderator who is that fast.
  if (id === undefined) throw new Error('the reported thing was closed at this moment')
  return id
}

export async function findThing(db: Db, id: string, nowMs: number): Promise<ReportedThingRow | undefined> {
  const row = await db.selectFrom('reported_things').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toThing(row, nowMs)
}

/** Those that are open, the oldest first; or those that are closed, the latest first. */
export async function listThings(
  db: Db,
  { state, afterId, limit }: { state: 'open' | 'closed'; afterId: string | undefined; limit: number },
  nowMs: number,
): Promise<ReportedThingRow[]> {
  const isOpen = state === 'open'
  const rows = await db
    .selectFrom('reported_things')
    .selectAll()
    .where('open_subject', isOpen ? 'is not' : 'is', null)
    .$if(afterId !== undefined, (query) => query.where('id', isOpen ? '>' : '<', afterId ?? ''))
    .orderBy('id', isOpen ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => toThing(row, nowMs))
}

/** What was reported of an account, open or closed, the latest first. */
export async function listThingsOf(
  db: Db,
  username: string,
  limit: number,
  nowMs: number,
): Promise<ReportedThingRow[]> {
  const rows = await db
    .selectFrom('reported_things')
    .selectAll()
    .where('username', '=', username)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => toThing(row, nowMs))
}

/** False when it is closed, or somebody else has it. */
export async function takeThing(db: Db, id: string, by: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await updateFree(db, id, by, nowMs)
    .set({ taken_by: by, taken_at_ms: nowMs })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when it is closed, or somebody else has it. */
export async function giveBackThing(db: Db, id: string, by: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await updateFree(db, id, by, nowMs)
    .set({ taken_by: null, taken_at_ms: null })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Closes it with all its reports. False when it was closed before, or somebody else has it. */
export async function closeThing(
  db: Db,
  id: string,
  { outcome, explanation, by, nowMs }: { outcome: ReportOutcome; explanation: string; by: string; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await updateFree(db, id, by, nowMs)
    .set({
      open_subject: null,
      picture_wanted_until_ms: null,
      outcome,
      explanation,
      closed_by: by,
      closed_at_ms: nowMs,
    })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .updateTable('reports')
    .set({ open_key: null, outcome, closed_by: by, closed_at_ms: nowMs })
    .where('thing_id', '=', id)
    .execute()
  return true
}

/** Reports with the same subject are about the same thing. */
export function subjectOf({ kind, username, streamId, channel, messageId }: Reported): string {
  return [kind, username, messageId === null ? (streamId ?? channel ?? '') : `${channel} ${messageId}`].join(' ')
}

/** Open, and not taken by somebody else for the time that taking lasts. */
function updateFree(db: Db, id: string, by: string, nowMs: number) {
  return db
    .updateTable('reported_things')
    .where('id', '=', id)
    .where('open_subject', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('taken_by', 'is', null),
        eb('taken_by', '=', by),
        eb('taken_at_ms', '<=', nowMs - operatingLimits.takenForMs),
      ]),
    )
}

function toThing(row: Database['reported_things'], nowMs: number): ReportedThingRow {
  const isTaken = row.taken_at_ms !== null && row.taken_at_ms > nowMs - operatingLimits.takenForMs
  return {
    id: row.id,
    kind: row.kind as ReportKind,
    username: row.username,
    streamId: row.stream_id,
    channel: row.channel,
    messageId: row.message_id,
    title: row.title,
    message: row.kind === 'message' ? reportedMessage(row) : null,
    takenBy: isTaken ? row.taken_by : null,
    outcome: row.outcome as ReportOutcome | null,
    explanation: row.explanation,
    closedBy: row.closed_by,
    closedAtMs: row.closed_at_ms,
  }
}

function reportedMessage({ messages, username }: Database['reported_things']): string | null {
  return parseMessages(messages, username).find(({ isReported }) => isReported)?.message ?? null
}
