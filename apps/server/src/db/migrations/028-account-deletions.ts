import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Accounts whose data are being deleted. */
export const accountDeletionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('account_deletions')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('requested_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('next_attempt_at_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
