import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A channel chooses the picture that stands for a replay. */
export const chosenPicturesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('recordings').addColumn('picture_at_ms', 'bigint').execute()
  },
}
