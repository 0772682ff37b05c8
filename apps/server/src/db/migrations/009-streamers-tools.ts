import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a streamer sets up around the broadcast: tags, the overlay, and webhooks. */
export const streamersToolsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('channels')
      .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
    await db.schema
      .createTable('overlays')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('secret_hash', 'text', (column) => column.unique())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('goal_since_ms', 'bigint', (column) => column.notNull())
      .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('webhooks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('secret_salt', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('active_since_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('webhooks_by_user').on('webhooks').column('username').execute()
    await db.schema
      .createTable('webhook_deliveries')
      .addColumn('webhook_id', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('problem', 'text')
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('attempted_at_ms', 'bigint')
      .addPrimaryKeyConstraint('webhook_deliveries_key', ['webhook_id', 'event_id'])
      .execute()
    await db.schema
      .createIndex('webhook_deliveries_due')
      .on('webhook_deliveries')
      .columns(['state', 'next_attempt_at_ms'])
      .execute()
  },
}
