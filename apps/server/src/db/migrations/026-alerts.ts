import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What operators are told of, the messages on their way to them, and the processes of the site. */
export const alertsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('alerts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('raised_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('cleared_at_ms', 'bigint')
      .addColumn('is_told', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('alert_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_attempt_at_ms', 'bigint')
      .addColumn('problem', 'text')
      .execute()
    await db.schema.createIndex('alert_messages_due').on('alert_messages').columns(['next_attempt_at_ms']).execute()
    await db.schema
      .createTable('processes')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('seen_at_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
