import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A row for each recorded broadcast, with its size and what its channel chooses for it; and what a channel chooses for all of them. */
export const recordingsTableMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('recordings')
      .addColumn('broadcast_id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('is_public', 'integer', (column) => column.notNull())
      .addColumn('is_pinned', 'integer', (column) => column.notNull())
      .addColumn('title', 'text')
      .execute()
    await db.schema.createIndex('recordings_by_channel').on('recordings').columns(['username']).execute()
    await db.schema
      .createTable('recording_settings')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('is_recorded', 'integer', (column) => column.notNull())
      .addColumn('is_published_at_once', 'integer', (column) => column.notNull())
      .addColumn('keep_days', 'integer')
      .execute()
    await sql`
      insert into recordings (broadcast_id, username, bytes, is_public, is_pinned)
      select broadcasts.id, broadcasts.username, sum(recorded_objects.bytes), 1, 0
      from recorded_objects inner join broadcasts on broadcasts.id = recorded_objects.broadcast_id
      group by broadcasts.id, broadcasts.username`.execute(db)
  },
}
