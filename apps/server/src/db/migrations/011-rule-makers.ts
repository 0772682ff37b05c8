import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A channel owner may let the moderators change the rules of the chat. */
export const ruleMakersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('chat_settings')
      .addColumn('moderators_may_change_rules', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
