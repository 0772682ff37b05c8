import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a process needs to continue the playlists of another process. */
export const broadcastNumbersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [name, initial] of Object.entries({ next_number: 1, target_duration_s: 2, part_target_ms: 338 })) {
      await db.schema
        .alterTable('broadcasts')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(initial))
        .execute()
    }
  },
}
