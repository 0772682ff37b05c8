import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Every process knows whether an encoder that is away was stopped by its streamer. */
export const stoppedBroadcastsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('broadcasts')
      .addColumn('is_stopped', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
