import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Where encoders come from, from where they are refused, and which message an action is about. */
export const encoderAddressesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('encoder_addresses')
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('last_seen_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('encoder_addresses_key', ['username', 'address'])
      .execute()
    await db.schema.createIndex('encoder_addresses_by_network').on('encoder_addresses').columns(['network']).execute()
    await db.schema
      .createTable('forbidden_addresses')
      .addColumn('address', 'text', (column) => column.primaryKey())
      .addColumn('action_id', 'text', (column) => column.notNull())
      .execute()
    await db.schema.alterTable('site_actions').addColumn('message_id', 'text').execute()
    await db.schema.alterTable('site_actions').addColumn('channel', 'text').execute()
  },
}
