import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Moments of recorded broadcasts that have a title. */
export const chaptersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('recording_chapters')
      .addColumn('broadcast_id', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recording_chapters_key', ['broadcast_id', 'at_ms'])
      .execute()
  },
}
