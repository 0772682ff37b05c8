import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether the one who had acted decided about an appeal, because nobody else was there. */
export const loneDecisionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('appeals')
      .addColumn('is_decided_alone', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
