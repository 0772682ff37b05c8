import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from './migrations/migrations.ts'

const recordTable = 'kysely_migration'

/** Brings the tables up to date in one transaction: a process that is killed meanwhile changes nothing, and the next one begins anew. */
export async function migrateToLatest<Tables>(db: Kysely<Tables>): Promise<void> {
  const all = { ...migrations, ...(await migrationsOfLaterReleases(db)) }
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => all },
    // They are recorded with the time, and a clock may have stepped back between two of them. They run in the order of their names.
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (error) throw error
}

/**
 * What a later release has done to this database: an older process starts while the site is being updated, or after a step back.
 * A migration only adds, so there is nothing to do.
 */
async function migrationsOfLaterReleases<Tables>(db: Kysely<Tables>): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === recordTable)) return {}
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(recordTable)}`.execute(db)
  const newestOfOurs = Object.keys(migrations).toSorted().at(-1) ?? ''
  const later = rows.filter(({ name }) => name > newestOfOurs)
  return Object.fromEntries(later.map(({ name }) => [name, { up: async () => undefined }]))
}
