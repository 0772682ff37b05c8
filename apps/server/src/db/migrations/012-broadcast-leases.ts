import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which process holds the broadcast of a channel. */
export const broadcastLeasesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('broadcast_leases')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('renewals', 'bigint', (column) => column.notNull())
      .execute()
  },
}
