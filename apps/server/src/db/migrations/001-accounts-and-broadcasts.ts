import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sessions, stream keys, channels and broadcasts. */
export const accountsAndBroadcastsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('site')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('used_challenges')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at_ms').execute()
    await db.schema
      .createTable('stream_keys')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('channels')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('category', 'text')
      .addColumn('language', 'text')
      .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('broadcasts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('last_media_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('away_since_ms', 'bigint')
      .addColumn('ended_at_ms', 'bigint')
      .execute()
    await db.schema.createIndex('broadcasts_by_user').on('broadcasts').columns(['username', 'started_at_ms']).execute()
    await db.schema.createIndex('broadcasts_by_end').on('broadcasts').column('ended_at_ms').execute()
  },
}
