import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the site has sent, what edges have reported, and what operators have added to a day's budget. */
export const egressMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('egress_totals')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('sent_bytes', 'bigint', (column) => column.notNull())
      .addColumn('edge_bytes', 'bigint', (column) => column.notNull())
      .addColumn('estimated_bytes', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('egress_totals_key', ['scope', 'day', 'id'])
      .execute()
    await db.schema.createIndex('egress_totals_id').on('egress_totals').columns(['id']).execute()
    await db.schema
      .createTable('egress_edges')
      .addColumn('edge', 'text', (column) => column.primaryKey())
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('batch', 'integer', (column) => column.notNull())
      .addColumn('reported_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('egress_raises')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('egress_raises_day').on('egress_raises').columns(['day']).execute()
  },
}
