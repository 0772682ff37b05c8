import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a channel says about itself below the player. */
export const channelPanelsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('channels')
      .addColumn('panels', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
  },
}
