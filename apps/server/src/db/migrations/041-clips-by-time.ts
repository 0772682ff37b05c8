import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The most watched clips of the last days are found among those of these days alone. */
export const clipsByTimeMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('clips_by_time').on('clips').columns(['created_at_ms']).execute()
  },
}
