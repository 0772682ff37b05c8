import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keeps what a broadcast was about, for its replay and its clips. */
export const aboutBroadcastsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('broadcast_figures').addColumn('about', 'text').execute()
  },
}
