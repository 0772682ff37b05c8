import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How often and how long recorded broadcasts were watched. */
export const replayFiguresMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('replay_figures')
      .addColumn('broadcast_id', 'text', (column) => column.primaryKey())
      .addColumn('views', 'bigint', (column) => column.notNull())
      .addColumn('viewer_ms', 'bigint', (column) => column.notNull())
      .addColumn('counted_until_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
