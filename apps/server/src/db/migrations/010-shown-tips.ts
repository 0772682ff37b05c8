import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tips appear in chat, and their amounts can be summed. */
export const shownTipsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('chat_messages').addColumn('tip', 'text').execute()
    const tips = () => db.schema.alterTable('tips')
    await tips()
      .addColumn('currency', 'text', (column) => column.notNull().defaultTo('HIVE'))
      .execute()
    await tips()
      .addColumn('thousandths', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    // Tips found before this migration are too old for chat.
    await tips()
      .addColumn('is_told', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await sql`update tips set
      currency = case when amount like '% HBD' then 'HBD' else 'HIVE' end,
      thousandths = cast(replace(replace(replace(amount, ' HBD', ''), ' HIVE', ''), '.', '') as bigint)`.execute(db)
    await tips().dropColumn('amount').execute()
    await db.schema.createIndex('tips_by_told').on('tips').columns(['is_told', 'sent_at_ms']).execute()
  },
}
