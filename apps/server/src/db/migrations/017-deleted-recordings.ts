import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Recordings that their channel has deleted, whose objects go as soon as the store confirms it; and how long each object plays. */
export const deletedRecordingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('deleted_recordings')
      .addColumn('broadcast_id', 'text', (column) => column.primaryKey())
      .addColumn('deleted_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .alterTable('recorded_objects')
      .addColumn('plays_ms', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
