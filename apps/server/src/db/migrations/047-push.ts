import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Alerts to browsers: who is told of which channels, which broadcasts they were told of, and what is to be sent. */
export const pushMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('push_subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('p256dh', 'text', (column) => column.notNull())
      .addColumn('auth', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('key_fingerprint', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('renewed_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('push_subscriptions_by_renewal')
      .on('push_subscriptions')
      .column('renewed_at_ms')
      .execute()
    await db.schema
      .createTable('push_channels')
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('subscription_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('push_channels_key', ['channel', 'subscription_id'])
      .execute()
    await db.schema.createIndex('push_channels_by_subscription').on('push_channels').column('subscription_id').execute()
    await db.schema
      .createTable('push_announcements')
      .addColumn('broadcast_id', 'text', (column) => column.primaryKey())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('announced_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('is_told', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('push_announcements_by_channel')
      .on('push_announcements')
      .columns(['channel', 'announced_at_ms'])
      .execute()
    await db.schema
      .createTable('push_deliveries')
      .addColumn('broadcast_id', 'text', (column) => column.notNull())
      .addColumn('subscription_id', 'text', (column) => column.notNull())
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('push_deliveries_key', ['broadcast_id', 'subscription_id'])
      .execute()
    await db.schema
      .createIndex('push_deliveries_due')
      .on('push_deliveries')
      .columns(['service', 'next_attempt_at_ms'])
      .execute()
    await db.schema
      .createIndex('push_deliveries_by_subscription')
      .on('push_deliveries')
      .column('subscription_id')
      .execute()
  },
}
