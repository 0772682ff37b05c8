import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { moveTable } from '../db/migrate-to-latest.ts'
import { moveFolder } from '../db/unfinished-data.ts'
import { makeFolder } from '../lib/files/make-folder.ts'
import { syncFolder } from '../media/recording/store/folder-store.ts'
import { BackupError } from './backup-error.ts'
import { explainFailure } from './explain-failure.ts'
import { databaseFile } from './site-data.ts'
import { isSame, sumOf, type TableSum } from './tables/checksum.ts'
import { createEmptyTables, openTables, versionOf } from './tables/open-tables.ts'
import { keyOf, quote, readTable, type SiteTables, type TableShape, type Value } from './tables/site-tables.ts'

export type Direction = 'to-postgresql' | 'to-sqlite'

interface MoveOptions {
  dataDir: string
  databaseUrl: string
  onTable?: (name: string, sum: TableSum) => void
}

/**
 * Copies the database of a site that is stopped from one engine to the other and compares every table. The source stays as it is. When it
 * is interrupted it continues where it was, and no site starts on the unfinished database meanwhile. Throws `BackupError`.
 */
export async function migrateDatabase(direction: Direction, options: MoveOptions): Promise<Record<string, TableSum>> {
  const { dataDir, databaseUrl } = options
  const folder = join(dataDir, moveFolder)
  const [from, to] =
    direction === 'to-postgresql'
      ? [{ dataDir }, { dataDir, databaseUrl }]
      : [{ dataDir, databaseUrl }, { dataDir: folder }]
  if (direction === 'to-sqlite' && (await isOnlyToBeTidied(folder, dataDir))) return {}
  if (direction === 'to-sqlite' && existsSync(join(dataDir, databaseFile))) {
    throw new BackupError(`${join(dataDir, databaseFile)} exists: move it away, together with its -wal and -shm files`)
  }
  try {
    const source = await openTables(from, 'move')
    try {
      const version = await versionOf(source)
      await refuseOtherData(direction, to)
      if (direction === 'to-sqlite') makeFolder(folder)
      const sums = await copyAll(source, to, version, options)
      if (direction === 'to-sqlite') await moveUp(folder, dataDir)
      return sums
    } finally {
      await source.close()
    }
  } catch (error) {
    throw explainFailure(error)
  }
}

type Place = Parameters<typeof openTables>[0]

/** A database that has tables is filled only if this command has begun to fill it. */
async function refuseOtherData(direction: Direction, to: Place): Promise<void> {
  if (direction === 'to-sqlite') return
  const target = await openTables(to, 'fill')
  try {
    const [begun] = await target.query(`select value from ${moveTable} where name = 'from'`).catch(() => [])
    if (begun?.value === direction) return
    if (begun !== undefined || (await target.shapes()).length > 0) {
      throw new BackupError('the database of DATABASE_URL is not empty: create a new one')
    }
  } finally {
    await target.close()
  }
}

async function copyAll(source: SiteTables, to: Place, version: string[], { onTable, ...options }: MoveOptions) {
  const direction: Direction = to.databaseUrl === undefined ? 'to-sqlite' : 'to-postgresql'
  await begin(to, direction, version)
  const target = await openTables(to, 'fill')
  const sums: Record<string, TableSum> = {}
  try {
    for (const table of await source.shapes()) {
      await copyTable(source, target, table)
      const sum = await sumOf(source, table)
      if (!isSame(await sumOf(target, table), sum)) {
        // The site has run in between, and this was interrupted before: once more from the beginning.
        await target.transaction(async () => {
          await target.query(`delete from ${quote(table.name)}`)
          await target.query(`delete from ${moveTable} where name = ?`, [progressOf(table)])
        })
        await copyTable(source, target, table)
        if (!isSame(await sumOf(target, table), sum)) {
          throw new BackupError(
            `the table ${table.name} is not the same in both databases: look at the disk of ${options.dataDir}`,
          )
        }
      }
      sums[table.name] = sum
      onTable?.(table.name, sum)
    }
    await target.query(`drop table ${moveTable}`)
  } finally {
    await target.close()
  }
  return sums
}

async function begin(to: Place, direction: Direction, version: string[]): Promise<void> {
  if (to.databaseUrl === undefined) await createEmptyTables(to, version)
  const target = await openTables(to, 'fill')
  try {
    await target.query(`create table if not exists ${moveTable} (name text primary key, value text not null)`)
    await target.query(`insert into ${moveTable} (name, value) values ('from', ?) on conflict (name) do nothing`, [
      direction,
    ])
  } finally {
    await target.close()
  }
  if (to.databaseUrl !== undefined) await createEmptyTables(to, version)
}

const progressOf = ({ name }: TableShape) => `progress of ${name}`

async function copyTable(source: SiteTables, target: SiteTables, table: TableShape): Promise<void> {
  const [progress] = await target.query(`select value from ${moveTable} where name = ?`, [progressOf(table)])
  const after: Value[] | undefined = progress && JSON.parse(String(progress.value))
  // Migrations may have written rows.
  if (after === undefined) await target.query(`delete from ${quote(table.name)}`)
  for await (const rows of readTable(source, table, after)) {
    await target.transaction(async () => {
      await target.insert(table, rows)
      await target.query(
        `insert into ${moveTable} (name, value) values (?, ?) on conflict (name) do update set value = excluded.value`,
        [progressOf(table), JSON.stringify(keyOf(table, rows.at(-1) ?? []))],
      )
    })
  }
}

/** It was interrupted after its last step but one. */
async function isOnlyToBeTidied(folder: string, dataDir: string): Promise<boolean> {
  const isMoved =
    existsSync(folder) && !existsSync(join(folder, databaseFile)) && existsSync(join(dataDir, databaseFile))
  if (isMoved) await rm(folder, { recursive: true })
  return isMoved
}

async function moveUp(folder: string, dataDir: string): Promise<void> {
  const file = await open(join(folder, databaseFile), 'r+')
  await file.sync()
  await file.close()
  await rename(join(folder, databaseFile), join(dataDir, databaseFile))
  await rm(folder, { recursive: true })
  await syncFolder(dataDir)
}
