import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What was reported of an account is found without reading all reports. */
export const thingsOfAccountMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('reported_things_of_account')
      .on('reported_things')
      .columns(['username', 'id'])
      .execute()
  },
}
