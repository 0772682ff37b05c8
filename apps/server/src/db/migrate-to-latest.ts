import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StartError } from '../lib/startup/start-error.ts'
import { migrations } from './migrations/migrations.ts'

const recordTable = 'kysely_migration'
/** Where a database keeps how far it has been filled from another one, or from a backup. */
export const moveTable = 'unfinished_move'

/**
 * Brings the tables up to date in one transaction: a process that is killed meanwhile changes nothing, and the next one begins anew.
 * Throws StartError for a database of a later release, or one that is not filled yet.
 */
export async function migrateToLatest<Tables>(db: Kysely<Tables>): Promise<void> {
  await refuseForeignTables(db)
  const { error } = await migrator(db).migrateToLatest()
  if (error) throw error
}

/** Makes the tables of the release whose newest migration this is, in a database that has none. */
export async function createTables<Tables>(db: Kysely<Tables>, newest: string): Promise<void> {
  const { error } = await migrator(db).migrateTo(newest)
  if (error) throw error
}

function migrator<Tables>(db: Kysely<Tables>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // They are recorded with the time, and a clock may have stepped back between two of them. They run in the order of their names.
    allowUnorderedMigrations: true,
  })
}

/**
 * A later release may write what this one does not understand. Its processes go on working on the new tables while a site is updated,
 * because a migration only adds; none of them starts again.
 */
async function refuseForeignTables<Tables>(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some(({ name }) => name === moveTable)) {
    throw new StartError(
      'The database is not complete: run the restore or migrate command that was interrupted again, which continues it.',
    )
  }
  if (!tables.some(({ name }) => name === recordTable)) return
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(recordTable)}`.execute(db)
  const later = rows.map(({ name }) => name).find((name) => !(name in migrations))
  if (later === undefined) return
  throw new StartError(
    `The database is of a newer Waggle (it has ${later}, which this one does not know): start that version, or restore a backup from before the upgrade.`,
  )
}
