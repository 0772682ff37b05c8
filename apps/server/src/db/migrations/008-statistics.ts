import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The statistics of a broadcast, over time and in total, and follower counts by day. */
export const statisticsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('broadcast_figures')
      .addColumn('broadcast_id', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('viewer_ms', 'bigint', (column) => column.notNull())
      .addColumn('messages', 'integer', (column) => column.notNull())
      .addColumn('counted_until_ms', 'bigint', (column) => column.notNull())
      .addColumn('is_closed', 'integer', (column) => column.notNull())
      .addColumn('paid_out', 'text')
      .execute()
    await db.schema
      .createIndex('broadcast_figures_open')
      .on('broadcast_figures')
      .columns(['is_closed', 'broadcast_id'])
      .execute()
    await db.schema
      .createTable('broadcast_samples')
      .addColumn('broadcast_id', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('span_ms', 'integer', (column) => column.notNull())
      .addColumn('viewers', 'double precision', (column) => column.notNull())
      .addColumn('viewers_max', 'integer', (column) => column.notNull())
      .addColumn('bits_per_second', 'double precision')
      .addColumn('messages', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('broadcast_samples_key', ['broadcast_id', 'at_ms'])
      .execute()
    await db.schema
      .createIndex('broadcast_samples_by_age')
      .on('broadcast_samples')
      .columns(['span_ms', 'at_ms'])
      .execute()
    await db.schema
      .createTable('follower_counts')
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('followers', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('follower_counts_key', ['channel', 'day'])
      .execute()
  },
}
