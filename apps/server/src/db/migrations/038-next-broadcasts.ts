import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a channel says that it will be live next. */
export const nextBroadcastsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('channels').addColumn('next_broadcast_ms', 'bigint').execute()
  },
}
