import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { objectKey } from '../media/recording/object-name.ts'
import { openStore } from '../media/recording/store/open-store.ts'
import { ArchiveWriter, chunkBytes } from './archive/archive-writer.ts'
import type { BackupSink } from './archive/places.ts'
import { BackupError } from './backup-error.ts'
import { explainFailure } from './explain-failure.ts'
import { otherFiles, type SiteData, settingsFile } from './site-data.ts'
import { RowCounter, type TableSum } from './tables/checksum.ts'
import { openTables, versionOf } from './tables/open-tables.ts'
import { type Row, readTable, type SiteTables } from './tables/site-tables.ts'
import { type BackupContents, readBackup } from './verify.ts'

export interface BackupOptions {
  passphrase?: string | undefined
  /** Whether the media of recordings is copied too. */
  hasRecordings: boolean
  /** Lines to compare the settings of a restored site with. */
  settings: string
  nowMs: number
}

/**
 * Copies the data of a site, which may be running, as they were at one moment, reads the copy again, and publishes it. Returns its name
 * and contents. Throws `BackupError`, and then leaves nothing.
 */
export async function backUp(
  site: SiteData,
  sink: BackupSink,
  options: BackupOptions,
): Promise<{ name: string; contents: BackupContents }> {
  try {
    const writer = await ArchiveWriter.open(sink, options.passphrase)
    const contents = await writeSite(site, writer, options)
    await writer.finish()
    const file = await sink.written()
    const { contents: again } = await readBackup(file, options.passphrase)
    if (JSON.stringify(again) !== JSON.stringify(contents))
      throw new BackupError(`${file.name} cannot be read as it was written`)
    return { name: await sink.publish(), contents }
  } catch (error) {
    await sink.discard()
    throw explainFailure(error)
  }
}

async function writeSite(site: SiteData, writer: ArchiveWriter, options: BackupOptions): Promise<BackupContents> {
  const sums: Record<string, TableSum> = {}
  const tables = await openTables(site, 'copy')
  try {
    const version = await versionOf(tables)
    const shapes = await tables.shapes()
    await writer.write({
      kind: 'site',
      madeAtMs: options.nowMs,
      version,
      tables: shapes,
      hasRecordings: options.hasRecordings,
    })
    for (const table of shapes) {
      const counter = new RowCounter()
      for await (const rows of readTable(tables, table)) {
        counter.add(rows)
        for (const part of inPieces(rows)) await writer.write({ kind: 'rows', table: table.name }, part)
      }
      sums[table.name] = counter.sum
      await writer.write({ kind: 'table', table: table.name, ...counter.sum })
    }
  } finally {
    await tables.close()
  }
  for (const name of otherFiles) await writeFile(writer, name, join(site.dataDir, name))
  await writer.write({ kind: 'file', name: settingsFile }, options.settings)
  const objects = options.hasRecordings ? await writeRecordings(site, writer) : { objects: 0, objectBytes: 0 }
  await writer.write({ kind: 'end', ...objects })
  return { tables: sums, ...objects }
}

/** Rows as JSON, in pieces of about a megabyte: a row may hold much. */
function* inPieces(rows: readonly Row[]): Generator<string> {
  let piece: string[] = []
  let length = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    piece.push(text)
    length += text.length
    if (length < chunkBytes) continue
    yield `[${piece.join(',')}]`
    piece = []
    length = 0
  }
  if (piece.length > 0) yield `[${piece.join(',')}]`
}

async function writeFile(writer: ArchiveWriter, name: string, path: string): Promise<void> {
  const file = await open(path, 'r').catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (file === undefined) return
  await file.close()
  for await (const bytes of createReadStream(path, { highWaterMark: chunkBytes })) {
    await writer.write({ kind: 'file', name }, bytes)
  }
}

/**
 * The media of what is recorded now. What is deleted meanwhile is left out; what is added after the database was copied is ignored by
 * `restore`, because its rows are missing.
 */
async function writeRecordings(site: SiteData, writer: ArchiveWriter) {
  if (site.recordings === 'off') throw new BackupError('this site does not record: leave out --recordings')
  const store = openStore(site.recordings.store)
  let [objects, objectBytes] = [0, 0]
  for await (const { key, bytes } of readObjects(site)) {
    let isThere = false
    for (let offset = 0; offset < bytes; offset += chunkBytes) {
      const length = Math.min(chunkBytes, bytes - offset)
      const found = await store.read(key, { offset, length })
      if (found === undefined && offset > 0)
        throw new BackupError(`the recording ${key} was changed meanwhile: run it again`)
      if (found === undefined) break
      isThere = true
      await writer.write({ kind: 'object', key, offset, size: bytes }, found.bytes)
    }
    if (!isThere) continue
    objects += 1
    objectBytes += bytes
  }
  return { objects, objectBytes }
}

/** The database is read in short steps: a long transaction would keep it from tidying up while gigabytes are copied. */
async function* readObjects(site: SiteData): AsyncGenerator<{ key: string; bytes: number }> {
  let last: Row | undefined
  for (;;) {
    const rows = await withTables(site, async (tables) => {
      const table = (await tables.shapes()).find(({ name }) => name === 'recorded_objects')
      if (table === undefined) return []
      const wanted = ['broadcast_id', 'rendition', 'first_sequence', 'bytes']
      const columns = wanted.map((name) => table.columns.find((column) => column.name === name)!)
      return tables.rowsAfter({ ...table, columns, key: [0, 1, 2] }, last?.slice(0, 3), 1000)
    })
    for (const [broadcastId, rendition, firstSequence, bytes] of rows) {
      const name = {
        broadcastId: String(broadcastId),
        rendition: String(rendition),
        firstSequence: Number(firstSequence),
      }
      yield { key: objectKey(name), bytes: Number(bytes) }
    }
    last = rows.at(-1)
    if (last === undefined) return
  }
}

async function withTables<Result>(site: SiteData, read: (tables: SiteTables) => Promise<Result>): Promise<Result> {
  const tables = await openTables(site, 'copy')
  try {
    return await read(tables)
  } finally {
    await tables.close()
  }
}
