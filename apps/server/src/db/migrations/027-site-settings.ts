import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What operators set in the page, and in the log what was set before. */
export const siteSettingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('site_settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('revision', 'text', (column) => column.notNull())
      .execute()
    await db.schema.alterTable('site_actions').addColumn('previous', 'text').execute()
  },
}
