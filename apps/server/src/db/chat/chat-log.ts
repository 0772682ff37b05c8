import type { ChatAction } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'

/** An action of the owner or a moderator. `details` holds what reverting it needs. */
export interface LogEntry {
  id: string
  actor: string
  action: ChatAction
  target: string | null
  reason: string | null
  details: Record<string, unknown>
  createdAtMs: number
  revertedAtMs: number | null
  revertedBy: string | null
}

/** What of an entry users can make long. */
const entryBytes = sql<number>`octet_length(details) + coalesce(octet_length(reason), 0)`
/** Adding up what the entries of a channel take reads all of them, so it is done once for so many new bytes, on average. */
const bytesPerCheck = 64 * 1024

/** Stores entries, and deletes the oldest ones of the channel that its share of the database has no room for any more. */
export async function insertLogEntries(
  db: Db,
  channel: string,
  entries: Omit<LogEntry, 'revertedAtMs' | 'revertedBy'>[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({ ...entry, details: JSON.stringify(entry.details) }))
  // Replacing all moderators logs 200 entries. As one parameter they take a fifth of the time that as many values take. Both
  // databases list the fields of an object with `json_each`.
  await sql`
    insert into chat_log (channel, id, actor, action, target, reason, details, created_at_ms)
    select cast(${channel} as text), value ->> 'id', value ->> 'actor', value ->> 'action', value ->> 'target',
      value ->> 'reason', value ->> 'details', cast(value ->> 'createdAtMs' as bigint)
    from json_each(${JSON.stringify({ ...rows })})`.execute(db)
  await deleteExcessEntries(db, channel)
  const bytes = rows.reduce((sum, { details, reason }) => sum + Buffer.byteLength(details + (reason ?? '')), 0)
  if (Math.random() < bytes / bytesPerCheck) await deleteExcessBytes(db, channel)
}

async function deleteExcessEntries(db: Db, channel: string): Promise<void> {
  const excess = await db
    .selectFrom('chat_log')
    .select('id')
    .where('channel', '=', channel)
    .orderBy('id', 'desc')
    .offset(chatLimits.logEntriesMax)
    .limit(1)
    .executeTakeFirst()
  if (excess) await deleteUpTo(db, channel, excess.id)
}

async function deleteExcessBytes(db: Db, channel: string): Promise<void> {
  const total = await db
    .selectFrom('chat_log')
    .select(({ fn }) => fn.sum<number>(entryBytes).as('bytes'))
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  if (total.bytes <= chatLimits.logBytesMax) return
  // Counts from the newest entry on. Makes some room, because this takes ten times as long as adding up.
  const sizes = db
    .selectFrom('chat_log')
    .select(({ fn }) => [
      'id',
      fn
        .sum<number>(entryBytes)
        .over((over) => over.orderBy('id', 'desc'))
        .as('bytes'),
    ])
    .where('channel', '=', channel)
  const { newest } = await db
    .selectFrom(sizes.as('sizes'))
    .select(({ fn }) => fn.max<string | null>('sizes.id').as('newest'))
    .where('sizes.bytes', '>', Math.floor(0.9 * chatLimits.logBytesMax))
    .executeTakeFirstOrThrow()
  if (newest !== null) await deleteUpTo(db, channel, newest)
}

async function deleteUpTo(db: Db, channel: string, id: string): Promise<void> {
  await db.deleteFrom('chat_log').where('channel', '=', channel).where('id', '<=', id).execute()
}

/** Newest first. */
export async function listLog(
  db: Db,
  channel: string,
  page: { limit: number; before?: string | undefined },
): Promise<{ entries: LogEntry[]; hasMore: boolean }> {
  let query = db.selectFrom('chat_log').selectAll().where('channel', '=', channel)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return { entries: rows.slice(0, page.limit).map(toEntry), hasMore: rows.length > page.limit }
}

export async function findLogEntry(db: Db, channel: string, id: string): Promise<LogEntry | undefined> {
  const row = await db
    .selectFrom('chat_log')
    .selectAll()
    .where('channel', '=', channel)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toEntry(row)
}

/** Marks an entry as reverted. True for exactly one caller. */
export async function markReverted(
  db: Db,
  channel: string,
  id: string,
  reverted: { by: string; atMs: number },
): Promise<boolean> {
  const rows = await db
    .updateTable('chat_log')
    .set({ reverted_by: reverted.by, reverted_at_ms: reverted.atMs })
    .where('channel', '=', channel)
    .where('id', '=', id)
    .where('reverted_at_ms', 'is', null)
    .returning('id')
    .execute()
  return rows.length === 1
}

function toEntry(row: Selectable<Database['chat_log']>): LogEntry {
  return {
    id: row.id,
    actor: row.actor,
    action: row.action as ChatAction,
    target: row.target,
    reason: row.reason,
    details: readDetails(row.details),
    createdAtMs: row.created_at_ms,
    revertedAtMs: row.reverted_at_ms,
    revertedBy: row.reverted_by,
  }
}

/** What an action replaced is `previous`. It was stored as `former` until 2026-11. */
function readDetails(json: string): LogEntry['details'] {
  const { former, ...details } = JSON.parse(json)
  return former === undefined || 'previous' in details ? details : { ...details, previous: former }
}
