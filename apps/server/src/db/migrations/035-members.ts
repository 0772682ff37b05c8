import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Members have a note, and an invitation may be for several accounts. */
export const membersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('admitted_accounts').addColumn('note', 'text').execute()
    await db.schema.alterTable('invitations').addColumn('uses_left', 'integer').execute()
  },
}
