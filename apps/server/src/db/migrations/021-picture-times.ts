import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Messages carry the time of the picture that their writer saw, so that a replay shows them where they belong. */
export const pictureTimesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('chat_messages').addColumn('picture_at_ms', 'bigint').execute()
  },
}
