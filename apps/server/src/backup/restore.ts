import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { BackupError } from './backup-error.ts'
import { runPostgresTool } from './postgres-tool.ts'
import { databaseFile, dumpFile, otherFiles, type SiteData } from './site-data.ts'

/**
 * Puts a backup's data where an empty site has its own: into an empty folder and, for PostgreSQL, an empty database. The next start
 * of the site brings the tables up to date. Throws `BackupError`, and then has changed nothing in the database.
 */
export async function restore(backup: string, site: SiteData): Promise<void> {
  const files: string[] = await readdir(backup).catch(() => [])
  const wanted = site.databaseUrl === undefined ? databaseFile : dumpFile
  if (!files.includes(wanted)) throw new BackupError(explainMissing(backup, files, wanted))
  const present: string[] = await readdir(site.dataDir).catch(() => [])
  if (present.length > 0) {
    throw new BackupError(`${site.dataDir} is not empty: move it away, or set WAGGLE_DATA_DIR to another folder`)
  }
  await mkdir(site.dataDir, { recursive: true, mode: 0o700 })
  if (site.databaseUrl !== undefined) await restorePostgres(site.databaseUrl, join(backup, dumpFile))
  for (const file of [databaseFile, ...otherFiles]) {
    if (files.includes(file)) await copyFile(join(backup, file), join(site.dataDir, file))
  }
}

function explainMissing(backup: string, files: string[], wanted: string): string {
  if (files.includes(databaseFile)) return `${backup} is of a site on SQLite: restore it without DATABASE_URL`
  if (files.includes(dumpFile)) return `${backup} is of a site on PostgreSQL: set DATABASE_URL to an empty database`
  return `${backup} is no backup: it has no ${wanted}`
}

async function restorePostgres(databaseUrl: string, dump: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect().catch((error) => {
    throw new BackupError(`the database of DATABASE_URL cannot be reached: ${error.message}`)
  })
  const { rowCount } = await client.query("select from pg_tables where schemaname = 'public'")
  await client.end()
  if (rowCount !== 0) throw new BackupError('the database of DATABASE_URL is not empty: create a new one')
  await runPostgresTool('pg_restore', databaseUrl, ['--no-owner', '--single-transaction', '--exit-on-error', dump])
}
