import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The figures of the whole site over time, for those who run it. */
export const siteSamplesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('site_samples')
      .addColumn('span_ms', 'integer', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('viewers', 'integer', (column) => column.notNull())
      .addColumn('channels', 'integer', (column) => column.notNull())
      .addColumn('event_loop_ms', 'double precision')
      .addPrimaryKeyConstraint('site_samples_key', ['span_ms', 'at_ms'])
      .execute()
  },
}
