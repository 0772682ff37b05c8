import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The broadcasts that a channel has planned: at first the one that it could plan before. */
export const schedulesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('schedules')
      .addColumn('username', 'text', (column) => column.primaryKey())
      .addColumn('broadcasts', 'text', (column) => column.notNull())
      .execute()
    // The time zone is read only of what is repeated every week.
    await sql`
      insert into schedules (username, broadcasts)
      select username,
        '[{"startTime":' || next_broadcast_ms || ',"isWeekly":false,"title":"","timeZone":"UTC"}]'
      from channels where next_broadcast_ms is not null`.execute(db)
  },
}
