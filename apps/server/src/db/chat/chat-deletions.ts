import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { Db } from '../open.ts'
import { messageId } from './chat-message-id.ts'
import { findMessage, listMessages } from './chat-messages.ts'

/** Deletes a message; false when it is not there. Its text stays until it is erased (erasure.ts). */
export async function deleteMessage(
  db: Db,
  channel: string,
  id: string,
  /** The log entry that can restore it. */
  entryId: string,
  nowMs: number,
): Promise<boolean> {
  if (!(await findMessage(db, channel, id))) return false
  const rows = await db
    .updateTable('chat_messages')
    .set({ deleted_at_ms: nowMs, deleted_by: entryId })
    .where('channel', '=', channel)
    .where('id', '=', id)
    .where('deleted_at_ms', 'is', null)
    .returning('id')
    .execute()
  return rows.length === 1
}

/** Deletes the newest messages of a user, at most `limit`. Returns their ids, oldest first. */
export async function deleteMessagesOf(
  db: Db,
  channel: string,
  username: string,
  /** The log entry of the ban or timeout. It does not restore them. */
  { entryId, nowMs, limit }: { entryId: string; nowMs: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .updateTable('chat_messages')
    .set({ deleted_at_ms: nowMs, deleted_by: entryId })
    .where('channel', '=', channel)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('chat_messages')
        .select('id')
        .where('channel', '=', channel)
        .where('username', '=', username)
        .where('deleted_at_ms', 'is', null)
        .orderBy('id', 'desc')
        .limit(limit),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort()
}

/** Deletes a message that its own writer takes back, with its text: nobody can restore it. False when it is not there. */
export async function withdrawMessage(db: Db, channel: string, id: string, nowMs: number): Promise<boolean> {
  if (!(await findMessage(db, channel, id))) return false
  const rows = await db
    .updateTable('chat_messages')
    .set({ deleted_at_ms: nowMs, message: '' })
    .where('channel', '=', channel)
    .where('id', '=', id)
    .where('deleted_at_ms', 'is', null)
    .returning('id')
    .execute()
  return rows.length === 1
}

/** Restores the message that a log entry deleted. Undefined when it is not there any more, or a clear has hidden it since. */
export async function restoreMessage(
  db: Db,
  channel: string,
  id: string,
  entryId: string,
): Promise<ChatMessage | undefined> {
  await db
    .updateTable('chat_messages')
    .set({ deleted_at_ms: null, deleted_by: null })
    .where('channel', '=', channel)
    .where('id', '=', id)
    .where('deleted_by', '=', entryId)
    .execute()
  return findMessage(db, channel, id)
}

/**
 * Hides every message that the channel has, whatever their number. Returns the id up to which they are hidden, or undefined when there
 * was no message since the previous clear. Within a transaction, no message becomes visible before it that the clear does not hide.
 */
export async function clearMessages(
  db: Db,
  channel: string,
  entryId: string,
  nowMs: number,
): Promise<string | undefined> {
  // Locks the row that orders the messages of all processes.
  const room = await db
    .updateTable('chat_rooms')
    .set((eb) => ({ last_tick: eb.ref('last_tick') }))
    .where('channel', '=', channel)
    .returning('last_tick')
    .executeTakeFirst()
  if (!room) return undefined
  const row = await db
    .insertInto('chat_clears')
    .values({ channel, up_to_id: messageId(room.last_tick), entry_id: entryId, cleared_at_ms: nowMs })
    .onConflict((conflict) => conflict.columns(['channel', 'up_to_id']).doNothing())
    .returning('up_to_id')
    .executeTakeFirst()
  return row?.up_to_id
}

/** Whether another clear has followed the one of this log entry. Until that is undone, undoing this one would show nothing. */
export async function isClearedSince(db: Db, channel: string, entryId: string): Promise<boolean> {
  const latest = await latestClear(db, channel)
  return latest !== undefined && latest.entry_id > entryId
}

/** Undoes the clear of a log entry. Returns the newest page of the messages that are visible again. */
export async function undoClear(db: Db, channel: string, entryId: string, limit: number): Promise<ChatMessage[]> {
  const undone = await db
    .deleteFrom('chat_clears')
    .where('channel', '=', channel)
    .where('entry_id', '=', entryId)
    .returning('up_to_id')
    .executeTakeFirst()
  if (!undone) return []
  const { messages } = await listMessages(db, channel, { limit, upTo: undone.up_to_id })
  return messages
}

/** The ids of messages deleted one by one since a time, most recent first: deletions that a disconnected client has missed. */
export async function listDeletedSince(db: Db, channel: string, sinceMs: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('channel', '=', channel)
    .where('deleted_at_ms', 'is not', null)
    .where('deleted_at_ms', '>=', sinceMs)
    .orderBy('deleted_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** The id up to which the channel has been cleared since a time, if it has. */
export async function findClearSince(db: Db, channel: string, sinceMs: number): Promise<string | undefined> {
  const latest = await latestClear(db, channel)
  return latest && latest.cleared_at_ms >= sinceMs ? latest.up_to_id : undefined
}

function latestClear(db: Db, channel: string) {
  return db
    .selectFrom('chat_clears')
    .select(['up_to_id', 'entry_id', 'cleared_at_ms'])
    .where('channel', '=', channel)
    .orderBy('up_to_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
