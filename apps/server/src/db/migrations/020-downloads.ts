import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether viewers may download what a channel has recorded. */
export const downloadsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('recording_settings')
      .addColumn('is_downloadable', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
