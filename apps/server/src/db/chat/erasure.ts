import { sql } from 'kysely'
import { commitWithDeferredSync } from '../commit-with-deferred-sync.ts'
import type { Db } from '../open.ts'

// Each function does at most `limit` rows and returns how many it has done: fewer than `limit` means that nothing is left.

/** Empties the text of messages that were deleted up to a time. The row stays: it says that the message was deleted. */
export async function eraseDeletedMessages(db: Db, deletedUpToMs: number, limit: number): Promise<number> {
  return commitWithDeferredSync(db, async (transaction) => {
    const due = await transaction
      .selectFrom('chat_messages')
      .select(['channel', 'id'])
      .where('deleted_at_ms', 'is not', null)
      .where('deleted_at_ms', '<=', deletedUpToMs)
      // As it is written in the index `chat_messages_unerased`.
      .where(sql<boolean>`message <> ''`)
      .limit(limit)
      .execute()
    for (const [channel, rows] of Map.groupBy(due, (row) => row.channel)) {
      await transaction
        .updateTable('chat_messages')
        .set({ message: '' })
        .where('channel', '=', channel)
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    }
    return due.length
  })
}

/** Deletes and empties the messages that a clear before a time has hidden. */
export async function eraseClearedMessages(db: Db, clearedUpToMs: number, limit: number): Promise<number> {
  return commitWithDeferredSync(db, async (transaction) => {
    const clear = await transaction
      .selectFrom('chat_clears')
      .selectAll()
      .where('cleared_at_ms', '<=', clearedUpToMs)
      .orderBy('channel')
      .orderBy('up_to_id')
      .limit(1)
      .executeTakeFirst()
    if (!clear) return 0
    const { channel, up_to_id: upToId } = clear
    const erased = await transaction
      .updateTable('chat_messages')
      .set({ message: '', deleted_at_ms: clear.cleared_at_ms, deleted_by: clear.entry_id })
      .where('channel', '=', channel)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('chat_messages')
          .select('id')
          .where('channel', '=', channel)
          .where('id', '<=', upToId)
          .where('deleted_at_ms', 'is', null)
          .orderBy('id')
          .limit(limit),
      )
      .executeTakeFirst()
    const count = Number(erased.numUpdatedRows)
    if (count === limit) return limit
    await transaction.deleteFrom('chat_clears').where('channel', '=', channel).where('up_to_id', '=', upToId).execute()
    // Another clear may be due.
    return limit
  })
}

/** Deletes messages with an id before this one, or entries of the log. */
export async function deleteBefore(
  db: Db,
  table: 'chat_messages' | 'chat_log',
  channel: string,
  beforeId: string,
  limit: number,
): Promise<number> {
  return commitWithDeferredSync(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom(table)
      .where('channel', '=', channel)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom(table)
          .select('id')
          .where('channel', '=', channel)
          .where('id', '<', beforeId)
          .orderBy('id')
          .limit(limit),
      )
      .executeTakeFirst()
    return Number(deleted.numDeletedRows)
  })
}

/** The first channel after this name that has rows in the table, with the oldest row's id. */
export async function nextChannel(
  db: Db,
  table: 'chat_messages' | 'chat_log',
  after: string,
): Promise<{ channel: string; oldestId: string } | undefined> {
  return db
    .selectFrom(table)
    .select(['channel', 'id as oldestId'])
    .where('channel', '>', after)
    .orderBy('channel')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
