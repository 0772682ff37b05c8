import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BackupError } from './backup-error.ts'
import { runPostgresTool } from './postgres-tool.ts'
import { databaseFile, dumpFile, otherFiles, type SiteData } from './site-data.ts'

/**
 * Copies the data of a site, which may be running, into a new folder inside `into`, as it was at one moment, and checks that the copy
 * can be read. Returns the new folder. Throws `BackupError`.
 */
export async function backUp(site: SiteData, into: string, nowMs: number): Promise<string> {
  const name = `waggle-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const unfinished = join(into, `${name}.unfinished`)
  // The copy has the master key: only its owner reads it.
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    if (site.databaseUrl === undefined) copyEmbedded(join(site.dataDir, databaseFile), join(unfinished, databaseFile))
    else await dumpPostgres(site.databaseUrl, join(unfinished, dumpFile))
    for (const file of otherFiles) await copyIfThere(join(site.dataDir, file), join(unfinished, file))
    await writeToDisk(unfinished)
    await rename(unfinished, join(into, name))
    return join(into, name)
  } catch (error) {
    await rm(unfinished, { recursive: true })
    throw error
  }
}

/** `VACUUM INTO` reads one state of the database while the site goes on writing (SQLite, 'VACUUM'). */
function copyEmbedded(from: string, to: string): void {
  const source = openToRead(from)
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
  const copy = openToRead(to)
  const faults = copy.prepare('pragma integrity_check').all()
  copy.close()
  if (faults[0]?.integrity_check !== 'ok') throw new BackupError(`the copy of ${from} is damaged`)
}

function openToRead(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  } catch (error) {
    throw new BackupError(`${file} cannot be read: is WAGGLE_DATA_DIR the data folder of the site?`, { cause: error })
  }
}

async function dumpPostgres(databaseUrl: string, to: string): Promise<void> {
  await runPostgresTool('pg_dump', databaseUrl, ['--format=custom', `--file=${to}`])
  // Reads the whole dump.
  await runPostgresTool('pg_restore', undefined, ['--file=/dev/null', to])
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** Only then does the copy survive a power cut. */
async function writeToDisk(folder: string): Promise<void> {
  for (const name of [databaseFile, dumpFile, ...otherFiles]) {
    const file = await open(join(folder, name), 'r+').catch(() => undefined)
    await file?.chmod(0o600)
    await file?.sync()
    await file?.close()
  }
}
