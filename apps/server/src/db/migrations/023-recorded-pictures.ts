import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Recorded objects may have a picture of what they show. */
export const recordedPicturesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('recorded_objects').addColumn('picture_at_ms', 'bigint').execute()
  },
}
