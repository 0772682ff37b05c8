import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who may broadcast and who may enter, who asks for it, and invitations. */
export const admissionMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('admitted_accounts')
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('admitted_by', 'text', (column) => column.notNull())
      .addColumn('admitted_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('admitted_accounts_key', ['list', 'username'])
      .execute()
    await db.schema
      .createTable('admission_requests')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('requested_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('decided_at_ms', 'bigint')
      .execute()
    await db.schema
      .createTable('invitations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
