import { join } from 'node:path'
import { createTables } from '../../db/migrate-to-latest.ts'
import { migrations } from '../../db/migrations/migrations.ts'
import { connectDatabase, type DatabasePlace } from '../../db/open.ts'
import { BackupError } from '../backup-error.ts'
import { openPostgresTables } from './postgres-tables.ts'
import type { SiteTables } from './site-tables.ts'
import { type Access, openSqliteTables } from './sqlite-tables.ts'

export const databaseFile = 'waggle.sqlite'

export async function openTables({ databaseUrl, dataDir }: DatabasePlace, access: Access): Promise<SiteTables> {
  return databaseUrl === undefined
    ? openSqliteTables(join(dataDir, databaseFile), access)
    : openPostgresTables(databaseUrl, access)
}

/** The migrations that have made the tables. Throws BackupError when there are none, or one that this program does not know. */
export async function versionOf(tables: SiteTables): Promise<string[]> {
  const rows = await tables.query('select name from kysely_migration').catch(() => [])
  const names = rows.map(({ name }) => String(name)).sort()
  if (names.length === 0) throw new BackupError('the database has no tables of Waggle')
  refuseNewer(names, 'the database')
  return names
}

export function refuseNewer(version: readonly string[], what: string): void {
  const unknown = version.find((name) => !(name in migrations))
  if (unknown === undefined) return
  throw new BackupError(
    `${what} is of a newer Waggle (it has ${unknown}, which this one does not know): use that version`,
  )
}

/** Creates the tables as this version had them, without a row. */
export async function createEmptyTables(place: DatabasePlace, version: readonly string[]): Promise<void> {
  const db = connectDatabase(place)
  try {
    await createTables(db, version.at(-1) ?? '')
  } finally {
    await db.destroy()
  }
}
