import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the recording store holds. */
export const recordingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('recorded_objects')
      .addColumn('broadcast_id', 'text', (column) => column.notNull())
      .addColumn('rendition', 'text', (column) => column.notNull())
      .addColumn('first_sequence', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('ended_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('contents', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recorded_objects_key', ['broadcast_id', 'rendition', 'first_sequence'])
      .execute()
    await db.schema.createIndex('recorded_objects_by_end').on('recorded_objects').columns(['ended_at_ms']).execute()
  },
}
