import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Users can see their sessions: what each runs on and when it was last used. An account's sessions are found by an index. */
export const sessionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['browser', 'system']) await db.schema.alterTable('sessions').addColumn(name, 'text').execute()
    await db.schema.alterTable('sessions').addColumn('last_used_at_ms', 'bigint').execute()
    await db.schema.createIndex('sessions_by_user').on('sessions').column('username').execute()
  },
}
