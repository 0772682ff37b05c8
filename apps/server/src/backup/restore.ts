import { constants } from 'node:fs'
import { access, appendFile, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { moveTable } from '../db/migrate-to-latest.ts'
import { restoreFolder } from '../db/unfinished-data.ts'
import { makeFolder } from '../lib/files/make-folder.ts'
import { syncFolder } from '../media/recording/store/folder-store.ts'
import { openStore } from '../media/recording/store/open-store.ts'
import type { RecordingStore } from '../media/recording/store/recording-store.ts'
import { type BackupFile, writeToDisk } from './archive/places.ts'
import { BackupError } from './backup-error.ts'
import { explainFailure } from './explain-failure.ts'
import { databaseFile, otherFiles, type SiteData, settingsFile } from './site-data.ts'
import { isSame, sumOf } from './tables/checksum.ts'
import { createEmptyTables, openTables } from './tables/open-tables.ts'
import { quote, type SiteTables, type TableShape } from './tables/site-tables.ts'
import { type BackupContents, readBackup } from './verify.ts'

/** Written into the unfinished folder once everything is in it and was read again. */
const completeFile = 'complete'
const restoredFiles = [...otherFiles, settingsFile, databaseFile]
const objectKeyPattern = /^[A-Za-z0-9_-]{1,64}\/[a-z0-9]{1,16}-\d{1,15}\.m4s$/

/**
 * Puts a backup's data where an empty site has its own: into an empty folder and, for PostgreSQL, an empty database, whichever of the two
 * the backup was made of. The next start of the site brings the tables up to date. Throws `BackupError`, and then nothing is kept. When it
 * is killed, the site does not start until it was run again.
 */
export async function restore(
  file: BackupFile,
  site: SiteData,
  passphrase: string | undefined,
): Promise<BackupContents | 'finished'> {
  const unfinished = join(site.dataDir, restoreFolder)
  try {
    // Read to its end before anything is changed: most failures are found here.
    const { head, contents } = await readBackup(file, passphrase)
    if (head.hasRecordings && site.recordings === 'off') {
      throw new BackupError(`${file.name} has recordings, and this site does not record: see WAGGLE_RECORDINGS_URL`)
    }
    if (await exists(join(unfinished, completeFile))) {
      await moveUp(site, unfinished)
      return 'finished'
    }
    await takePlace(site, unfinished)
    try {
      await fill(file, site, { unfinished, passphrase, contents })
    } catch (error) {
      await giveUp(site, unfinished)
      throw error
    }
    await moveUp(site, unfinished)
    return contents
  } catch (error) {
    throw explainFailure(error)
  }
}

/** The database that is being filled: the embedded one is moved to its place when it is complete. */
function placeOf(site: SiteData, unfinished: string) {
  return site.databaseUrl === undefined ? { dataDir: unfinished } : { ...site, dataDir: unfinished }
}

/** Throws BackupError for a place that has data. What an earlier, interrupted restore has left there is removed. */
async function takePlace(site: SiteData, unfinished: string): Promise<void> {
  const present = (await readdir(site.dataDir).catch(() => [])).filter((name) => name !== 'lost+found')
  const wasInterrupted = present.includes(restoreFolder)
  if (present.length > 0 && !wasInterrupted) {
    throw new BackupError(`${site.dataDir} is not empty: move it away, or set WAGGLE_DATA_DIR to another folder`)
  }
  if (site.databaseUrl !== undefined) await takeDatabase(site, wasInterrupted)
  await rm(unfinished, { recursive: true, force: true })
  makeFolder(unfinished)
}

async function takeDatabase(site: SiteData, wasInterrupted: boolean): Promise<void> {
  await withDatabase(site, async (tables) => {
    const isOurs = wasInterrupted && (await isMarked(tables))
    if ((await tables.shapes()).length > 0 && !isOurs) {
      throw new BackupError('the database of DATABASE_URL is not empty: create a new one')
    }
    await dropTables(tables)
  })
}

async function isMarked(tables: SiteTables): Promise<boolean> {
  const rows = await tables.query(`select value from ${moveTable} where name = 'from'`).catch(() => [])
  return rows[0]?.value === 'backup'
}

async function dropTables(tables: SiteTables): Promise<void> {
  const names = (await tables.shapes()).map(({ name }) => name)
  for (const name of [...names, 'kysely_migration', 'kysely_migration_lock', moveTable]) {
    await tables.query(`drop table if exists ${quote(name)}`)
  }
}

interface Filling {
  unfinished: string
  passphrase: string | undefined
  contents: BackupContents
}

async function fill(file: BackupFile, site: SiteData, { unfinished, passphrase, contents }: Filling): Promise<void> {
  const place = placeOf(site, unfinished)
  let tables: SiteTables | undefined
  const storedObjects =
    site.recordings === 'off' ? undefined : new RestoredObjects(openStore(site.recordings.store), unfinished)
  try {
    await readBackup(file, passphrase, {
      async start({ version }) {
        if (site.databaseUrl !== undefined) await withDatabase(site, markUnfinished)
        await createEmptyTables(place, version)
        const opened = await openTables(place, 'fill')
        tables = opened
        // Migrations may have written rows.
        for (const { name } of await opened.shapes()) await opened.query(`delete from ${quote(name)}`)
      },
      rows: async (table, rows) => tables?.transaction(() => tables!.insert(table, rows)),
      async file(name, part) {
        if (![...otherFiles, settingsFile].includes(name)) throw new BackupError(`${file.name} has an unknown file`)
        await appendFile(join(unfinished, name), part, { mode: 0o600 })
      },
      async object(key, part, at) {
        if (!objectKeyPattern.test(key)) throw new BackupError(`${file.name} has a recording without a name`)
        if (tables && (await isListed(tables, key))) await storedObjects?.add(key, part, at)
      },
    })
    if (tables !== undefined) await compare(tables, contents)
  } catch (error) {
    await storedObjects?.discard()
    throw error
  } finally {
    await tables?.close()
  }
  for (const name of restoredFiles) await syncFile(join(unfinished, name))
  await writeToDisk(join(unfinished, completeFile), [])
}

async function markUnfinished(tables: SiteTables): Promise<void> {
  await tables.query(`create table if not exists ${moveTable} (name text primary key, value text not null)`)
  await tables.query(`insert into ${moveTable} (name, value) values ('from', 'backup')`)
}

/** What was added to the recordings after the database was copied has no row, and would never be deleted. */
async function isListed(tables: SiteTables, key: string): Promise<boolean> {
  const [, broadcastId = '', rendition = '', sequence] = /^(.+)\/(.+)-(\d+)\.m4s$/.exec(key) ?? []
  const rows = await tables.query(
    'select 1 as found from recorded_objects where broadcast_id = ? and rendition = ? and first_sequence = ?',
    [broadcastId, rendition, Number(sequence)],
  )
  return rows.length > 0
}

async function compare(tables: SiteTables, contents: BackupContents): Promise<void> {
  const shapes = new Map<string, TableShape>((await tables.shapes()).map((shape) => [shape.name, shape]))
  for (const [name, sum] of Object.entries(contents.tables)) {
    const shape = shapes.get(name)
    if (shape && isSame(await sumOf(tables, shape), sum)) continue
    throw new BackupError(`the table ${name} is not as it is in the backup: look at the disk of the database`)
  }
}

/** Objects of recordings, each whole on this disk before it is stored. */
class RestoredObjects {
  readonly #store: RecordingStore
  readonly #path: string
  #stored: string[] = []

  constructor(store: RecordingStore, folder: string) {
    this.#store = store
    this.#path = join(folder, 'object')
  }

  async add(key: string, part: Buffer, { offset, size }: { offset: number; size: number }): Promise<void> {
    if (offset === 0) await rm(this.#path, { force: true })
    await appendFile(this.#path, part, { mode: 0o600 })
    if (offset + part.length < size) return
    this.#stored.push(key)
    await this.#store.put(key, this.#path)
    await rm(this.#path, { force: true })
  }

  async discard(): Promise<void> {
    for (const key of this.#stored) await this.#store.delete(key).catch(() => undefined)
  }
}

/** Everything is there: only names change from here on, and each step can be done twice. */
async function moveUp(site: SiteData, unfinished: string): Promise<void> {
  for (const name of restoredFiles) {
    if (await exists(join(unfinished, name))) await rename(join(unfinished, name), join(site.dataDir, name))
  }
  await syncFolder(site.dataDir)
  if (site.databaseUrl !== undefined) {
    await withDatabase(site, (tables) => tables.query(`drop table if exists ${moveTable}`))
  }
  await rm(unfinished, { recursive: true, force: true })
  await syncFolder(site.dataDir)
}

async function giveUp(site: SiteData, unfinished: string): Promise<void> {
  if (site.databaseUrl !== undefined) {
    await withDatabase(site, async (tables) => {
      if (await isMarked(tables)) await dropTables(tables)
    }).catch(() => undefined)
  }
  await rm(unfinished, { recursive: true, force: true })
}

async function withDatabase(site: SiteData, work: (tables: SiteTables) => Promise<unknown>): Promise<void> {
  const tables = await openTables(site, 'fill')
  try {
    await work(tables)
  } finally {
    await tables.close()
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(() => undefined)
  await file?.sync()
  await file?.close()
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
