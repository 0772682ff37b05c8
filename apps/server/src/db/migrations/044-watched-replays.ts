import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Finds the replays and clips that are being watched, every few seconds. */
export const watchedReplaysMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('replay_figures_by_count').on('replay_figures').column('counted_until_ms').execute()
  },
}
