import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How busy the busiest machine of the site was, beside its other figures. */
export const processorShareMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('site_samples').addColumn('processor_share', 'double precision').execute()
  },
}
