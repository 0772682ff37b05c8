import type { ActionReason, LoggedKind } from '@waggle/contract/operating/actions'
import { actionKinds, isLasting } from '@waggle/contract/operating/actions'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'
import { timedId } from './timed-id.ts'

/** Something that the people who run the site have done. */
export interface SiteActionRow {
  id: string
  kind: LoggedKind
  username: string
  streamId: string | null
  reason: ActionReason | null
  note: string
  /** What the account is told besides the reason. */
  statement: string
  /** The reported thing that led to it. */
  reportId: string | null
  takenBy: string
  takenAtMs: number
  /** Null: until it is undone. */
  untilMs: number | null
  undoneBy: string | null
  undoneAtMs: number | null
  /** Of a changed setting: its value before, as JSON. */
  previous: string | null
  /** The message that it removed, and in whose chat. */
  messageId: string | null
  channel: string | null
}

type NotAlwaysSet = 'previous' | 'statement' | 'reportId' | 'messageId' | 'channel'

export type NewSiteAction = Omit<SiteActionRow, 'id' | 'undoneBy' | 'undoneAtMs' | NotAlwaysSet> &
  Partial<Pick<SiteActionRow, NotAlwaysSet>>

/** Undefined when an action of this kind against this account is in effect already. */
export async function insertSiteAction(db: Db, action: NewSiteAction): Promise<SiteActionRow | undefined> {
  const id = timedId(action.takenAtMs)
  // Several addresses can be forbidden because of one account; no address twice (encoder-addresses.ts).
  const of = action.kind === 'forbid-address' ? id : action.username
  const key = isLasting(action.kind) ? `${action.kind} ${of}` : null
  if (key !== null) {
    await db
      .updateTable('site_actions')
      .set({ in_effect_key: null })
      .where('in_effect_key', '=', key)
      .where('until_ms', '<=', action.takenAtMs)
      .execute()
  }
  const row = await db
    .insertInto('site_actions')
    .values({
      id,
      kind: action.kind,
      username: action.username,
      stream_id: action.streamId,
      reason: action.reason,
      note: action.note,
      statement: action.statement ?? '',
      report_id: action.reportId ?? null,
      taken_by: action.takenBy,
      taken_at_ms: action.takenAtMs,
      until_ms: action.untilMs,
      undone_by: null,
      undone_at_ms: null,
      changed_at_ms: action.takenAtMs,
      in_effect_key: key,
      previous: action.previous ?? null,
      message_id: action.messageId ?? null,
      channel: action.channel ?? null,
    })
    .onConflict((conflict) => conflict.column('in_effect_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toAction(row)
}

/** Undefined when it is not in effect: somebody else was faster, or it has ended by itself. */
export async function undoSiteAction(
  db: Db,
  id: string,
  { undoneBy, nowMs }: { undoneBy: string; nowMs: number },
): Promise<SiteActionRow | undefined> {
  const row = await db
    .updateTable('site_actions')
    .set({ undone_by: undoneBy, undone_at_ms: nowMs, changed_at_ms: nowMs, in_effect_key: null })
    .where('id', '=', id)
    .where('in_effect_key', 'is not', null)
    .where((eb) => eb.or([eb('until_ms', 'is', null), eb('until_ms', '>', nowMs)]))
    .returningAll()
    .executeTakeFirst()
  return row && toAction(row)
}

/** Undoes it also after it has ended by itself, so that nothing of it stays. Undefined when it was undone before. */
export async function revertSiteAction(
  db: Db,
  id: string,
  { undoneBy, nowMs }: { undoneBy: string; nowMs: number },
): Promise<SiteActionRow | undefined> {
  const row = await db
    .updateTable('site_actions')
    .set({ undone_by: undoneBy, undone_at_ms: nowMs, changed_at_ms: nowMs, in_effect_key: null })
    .where('id', '=', id)
    .where('undone_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toAction(row)
}

/** What was done to an account since this time, or is in effect, the latest first; without what only the log is for. */
export async function listActionsAgainst(
  db: Db,
  username: string,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<SiteActionRow[]> {
  const rows = await db
    .selectFrom('site_actions')
    .selectAll()
    .where('username', '=', username)
    .where('kind', 'in', [...actionKinds])
    .where((eb) => eb.or([eb('taken_at_ms', '>=', sinceMs), eb('in_effect_key', 'is not', null)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAction)
}

export async function listSiteActionsById(db: Db, ids: readonly string[]): Promise<SiteActionRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('site_actions').selectAll().where('id', 'in', ids).execute()
  return rows.map(toAction)
}

export async function findSiteAction(db: Db, id: string): Promise<SiteActionRow | undefined> {
  const row = await db.selectFrom('site_actions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAction(row)
}

/** The latest first; of one account, or of all. */
export async function listSiteActions(
  db: Db,
  { username, beforeId, limit }: { username?: string | undefined; beforeId?: string | undefined; limit: number },
): Promise<SiteActionRow[]> {
  const rows = await db
    .selectFrom('site_actions')
    .selectAll()
    .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAction)
}

/** Those that are in effect. */
export async function listActionsInEffect(db: Db): Promise<SiteActionRow[]> {
  const rows = await db.selectFrom('site_actions').selectAll().where('in_effect_key', 'is not', null).execute()
  return rows.map(toAction)
}

/**
 * Deletes what is older than the site keeps its log. What is in effect stays, and so does the end of a broadcast of which there is a
 * recording, which would be shown again.
 */
export async function deleteOldActions(db: Db, takenBeforeMs: number, nowMs: number): Promise<void> {
  await db
    .deleteFrom('site_actions')
    .where('taken_at_ms', '<', takenBeforeMs)
    .where((eb) => eb.or([eb('in_effect_key', 'is', null), eb('until_ms', '<=', nowMs)]))
    .where((eb) =>
      eb.or([
        eb('kind', '!=', 'end-broadcast'),
        eb('undone_at_ms', 'is not', null),
        eb('stream_id', 'is', null),
        eb('stream_id', 'not in', eb.selectFrom('recordings').select('broadcast_id')),
      ]),
    )
    .execute()
}

/** The broadcasts that were ended, also long ago. */
export async function listEndedStreams(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('site_actions')
    .select('stream_id')
    .where('kind', '=', 'end-broadcast')
    .where('undone_at_ms', 'is', null)
    .execute()
  return rows.flatMap(({ stream_id }) => stream_id ?? [])
}

/** Those that were taken or undone since this time. */
export async function listChangedActions(db: Db, sinceMs: number): Promise<SiteActionRow[]> {
  const rows = await db.selectFrom('site_actions').selectAll().where('changed_at_ms', '>=', sinceMs).execute()
  return rows.map(toAction)
}

function toAction(row: Database['site_actions']): SiteActionRow {
  return {
    id: row.id,
    kind: row.kind,
    username: row.username,
    streamId: row.stream_id,
    reason: row.reason as ActionReason | null,
    note: row.note,
    statement: row.statement ?? '',
    reportId: row.report_id,
    takenBy: row.taken_by,
    takenAtMs: row.taken_at_ms,
    untilMs: row.until_ms,
    undoneBy: row.undone_by,
    undoneAtMs: row.undone_at_ms,
    previous: row.previous,
    messageId: row.message_id,
    channel: row.channel,
  }
}
