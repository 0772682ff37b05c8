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

/** Stores entries, and deletes the oldest ones of the channel that its share of the database has no room for any more. */
export async function insertLogEntries(
  db: Db,
  channel: string,
  entries: Omit<LogEntry, 'revertedAtMs' | 'revertedBy'>[],
): Promise<void> {
  if (entries.length === 0) return
  await db
    .insertInto('chat_log')
    .values(
      entries.map((entry) => ({
        channel,
        id: entry.id,
        actor: entry.actor,
        action: entry.action,
        target: entry.target,
        reason: entry.reason,
        details: JSON.stringify(entry.details),
        created_at_ms: entry.createdAtMs,
        reverted_at_ms: null,
        reverted_by: null,
      })),
    )
    .execute()
  await deleteExcessEntries(db, channel)
}

async function deleteExcessEntries(db: Db, channel: string): Promise<void> {
  // Counts entries and bytes from the newest entry on.
  const sizes = db
    .selectFrom('chat_log')
    .select(({ fn }) => [
      'id',
      fn
        .countAll<number>()
        .over((over) => over.orderBy('id', 'desc'))
        .as('entries'),
      fn
        .sum<number>(sql`octet_length(details) + coalesce(octet_length(reason), 0)`)
        .over((over) => over.orderBy('id', 'desc'))
        .as('bytes'),
    ])
    .where('channel', '=', channel)
  const { newest } = await db
    .selectFrom(sizes.as('sizes'))
    .select(({ fn }) => fn.max<string | null>('sizes.id').as('newest'))
    .where((eb) =>
      eb.or([eb('sizes.entries', '>', chatLimits.logEntriesMax), eb('sizes.bytes', '>', chatLimits.logBytesMax)]),
    )
    .executeTakeFirstOrThrow()
  if (newest === null) return
  await db.deleteFrom('chat_log').where('channel', '=', channel).where('id', '<=', newest).execute()
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
    details: JSON.parse(row.details),
    createdAtMs: row.created_at_ms,
    revertedAtMs: row.reverted_at_ms,
    revertedBy: row.reverted_by,
  }
}
