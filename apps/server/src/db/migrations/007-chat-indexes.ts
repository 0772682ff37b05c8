import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Reading the history must not scan deleted messages, and listing deleted messages must not scan the history. */
export const chatIndexesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('chat_messages_shown')
      .on('chat_messages')
      .columns(['channel', 'id'])
      .where('deleted_at_ms' as never, 'is', null)
      .execute()
    await db.schema
      .createIndex('chat_messages_deleted')
      .on('chat_messages')
      .columns(['channel', 'deleted_at_ms', 'id'])
      .where('deleted_at_ms' as never, 'is not', null)
      .execute()
  },
}
