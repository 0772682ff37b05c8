import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { announcementsMigration } from './migration-announcements.ts'
import { chatMigration } from './migration-chat.ts'
import { chatIndexesMigration } from './migration-chat-indexes.ts'
import { ruleMakersMigration } from './migration-rule-makers.ts'
import { shownTipsMigration } from './migration-shown-tips.ts'
import { statsMigration } from './migration-stats.ts'
import { streamersToolsMigration } from './migration-streamers-tools.ts'
import { tipsMigration } from './migration-tips.ts'

/** Forward only, by name. A released one is never changed. */
export const migrations: Record<string, Migration> = {
  '001-accounts-and-broadcasts': {
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
      await db.schema
        .createIndex('broadcasts_by_user')
        .on('broadcasts')
        .columns(['username', 'started_at_ms'])
        .execute()
      await db.schema.createIndex('broadcasts_by_end').on('broadcasts').column('ended_at_ms').execute()
    },
  },
  '002-broadcast-numbers': {
    async up(db: Kysely<unknown>) {
      for (const [name, former] of Object.entries({ next_number: 1, target_duration_s: 2, part_target_ms: 338 })) {
        await db.schema
          .alterTable('broadcasts')
          .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(former))
          .execute()
      }
    },
  },
  '003-chat': chatMigration,
  '004-announcements': announcementsMigration,
  '005-thumbnails': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('broadcasts').addColumn('thumbnail_at_ms', 'bigint').execute()
    },
  },
  '006-tips': tipsMigration,
  '008-statistics': statsMigration,
  '007-chat-indexes': chatIndexesMigration,
  '009-streamers-tools': streamersToolsMigration,
  '010-shown-tips': shownTipsMigration,
  '011-rule-makers': ruleMakersMigration,
  '012-broadcast-leases': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('broadcast_leases')
        .addColumn('username', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('renewals', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
