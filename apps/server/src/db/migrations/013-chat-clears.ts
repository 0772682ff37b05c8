import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Clearing a chat sets a mark instead of changing every message, and the text of deleted messages can be found and erased. */
export const chatClearsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('chat_clears')
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('up_to_id', 'text', (column) => column.notNull())
      .addColumn('entry_id', 'text', (column) => column.notNull())
      .addColumn('cleared_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('chat_clears_key', ['channel', 'up_to_id'])
      .execute()
    await db.schema
      .createIndex('chat_messages_unerased')
      .on('chat_messages')
      .column('deleted_at_ms')
      .where(sql<SqlBool>`deleted_at_ms is not null and message <> ''`)
      .execute()
  },
}
