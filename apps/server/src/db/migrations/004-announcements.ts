import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Announcements of broadcasts on the chain, and the peak viewers of a broadcast. */
export const announcementsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('announcement_settings')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('community', 'text')
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('declines_rewards', 'integer', (column) => column.notNull())
      .addColumn('beneficiary_percent', 'integer', (column) => column.notNull())
      .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('announcements')
      .addColumn('broadcast_id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('permlink', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('is_own', 'integer', (column) => column.notNull())
      .addColumn('draft', 'text')
      .addColumn('sending', 'text')
      .addColumn('problem', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('published_at_ms', 'bigint')
      .addUniqueConstraint('announcements_by_permlink', ['username', 'permlink'])
      .execute()
    await db.schema
      .createIndex('announcements_by_attempt')
      .on('announcements')
      .columns(['state', 'next_attempt_at_ms'])
      .execute()
    await db.schema
      .createIndex('announcements_by_user')
      .on('announcements')
      .columns(['username', 'created_at_ms'])
      .execute()
    await db.schema
      .alterTable('broadcasts')
      .addColumn('peak_viewers', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
