import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Transfers on the chain whose memo names a broadcast. */
export const tipsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('tips')
      .addColumn('transaction_id', 'text', (column) => column.notNull())
      .addColumn('operation_index', 'integer', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('broadcast_id', 'text', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('amount', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('sent_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('tips_key', ['transaction_id', 'operation_index'])
      .execute()
    await db.schema.createIndex('tips_by_channel').on('tips').columns(['channel', 'sent_at_ms']).execute()
  },
}
