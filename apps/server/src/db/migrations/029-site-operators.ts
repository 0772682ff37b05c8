import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The accounts that `waggle operator` lets run the site, besides those that the settings name. */
export const siteOperatorsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('site_operators')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('appointed_at_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
