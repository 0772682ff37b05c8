import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** History must not walk over what was taken away, nor must who asks what was taken away walk over history. */
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
