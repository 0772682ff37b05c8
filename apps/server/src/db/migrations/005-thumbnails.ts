import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When the newest thumbnail of a broadcast was taken. */
export const thumbnailsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('broadcasts').addColumn('thumbnail_at_ms', 'bigint').execute()
  },
}
