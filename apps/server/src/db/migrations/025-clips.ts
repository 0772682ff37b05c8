import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Clips of recorded broadcasts, who may make them, and what channels have cut out of recordings. */
export const clipsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('clips')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('broadcast_id', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('maker', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('starts_ms', 'bigint', (column) => column.notNull())
      .addColumn('ends_ms', 'bigint', (column) => column.notNull())
      .addColumn('starts_media_ms', 'bigint')
      .addColumn('ends_media_ms', 'bigint')
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('clips_by_broadcast').on('clips').columns(['broadcast_id']).execute()
    await db.schema.createIndex('clips_by_channel').on('clips').columns(['channel', 'created_at_ms']).execute()
    await db.schema.createIndex('clips_by_maker').on('clips').columns(['maker', 'created_at_ms']).execute()
    await db.schema
      .alterTable('recording_settings')
      .addColumn('who_may_clip', 'text', (column) => column.notNull().defaultTo('everyone'))
      .execute()
    await db.schema
      .createTable('recording_cuts')
      .addColumn('broadcast_id', 'text', (column) => column.notNull())
      .addColumn('from_ms', 'bigint', (column) => column.notNull())
      .addColumn('until_ms', 'bigint', (column) => column.notNull())
      .addColumn('is_done', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('recording_cuts_key', ['broadcast_id', 'from_ms', 'until_ms'])
      .execute()
    await db.schema.createIndex('recording_cuts_to_do').on('recording_cuts').columns(['is_done']).execute()
  },
}
