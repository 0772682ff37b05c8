import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What viewers report to the people who run the site. */
export const reportsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('reports')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('stream_id', 'text')
      .addColumn('channel', 'text')
      .addColumn('evidence', 'text', (column) => column.notNull())
      .addColumn('reporter', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('reported_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('open_key', 'text')
      .addColumn('outcome', 'text')
      .addColumn('closed_by', 'text')
      .addColumn('closed_at_ms', 'bigint')
      .execute()
    await db.schema.createIndex('reports_open').unique().on('reports').column('open_key').execute()
    await db.schema.createIndex('reports_of_subject').on('reports').column('subject').execute()
    await db.schema.createIndex('reports_of_reporter').on('reports').columns(['reporter', 'id']).execute()
  },
}
