import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the people who run the site have done, who moderates it, and until when a session has such rights. */
export const operatingMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('operates_until_ms', 'bigint').execute()
    await db.schema
      .createTable('site_moderators')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('appointed_by', 'text', (column) => column.notNull())
      .addColumn('appointed_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('site_actions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('stream_id', 'text')
      .addColumn('reason', 'text')
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('taken_by', 'text', (column) => column.notNull())
      .addColumn('taken_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('until_ms', 'bigint')
      .addColumn('undone_by', 'text')
      .addColumn('undone_at_ms', 'bigint')
      .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('in_effect_key', 'text')
      .execute()
    await db.schema.createIndex('site_actions_changed').on('site_actions').column('changed_at_ms').execute()
    await db.schema.createIndex('site_actions_of_account').on('site_actions').columns(['username', 'id']).execute()
    await db.schema.createIndex('site_actions_in_effect').unique().on('site_actions').column('in_effect_key').execute()
  },
}
