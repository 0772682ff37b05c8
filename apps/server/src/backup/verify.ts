import { type ArchiveRecord, readArchive } from './archive/archive-reader.ts'
import type { BackupFile } from './archive/places.ts'
import { BackupError } from './backup-error.ts'
import { isSame, RowCounter, type TableSum } from './tables/checksum.ts'
import { refuseNewer } from './tables/open-tables.ts'
import type { Row, TableShape } from './tables/site-tables.ts'

/** What a backup has: rows by table, and recorded objects. */
export interface BackupContents {
  tables: Record<string, TableSum>
  objects: number
  objectBytes: number
}

/** The first record of a backup. */
export interface BackupHead {
  madeAtMs: number
  version: string[]
  tables: TableShape[]
  hasRecordings: boolean
}

/** What is done with the parts of a backup while it is read. */
export interface BackupVisitor {
  start(head: BackupHead): Promise<void>
  rows(table: TableShape, rows: Row[]): Promise<void>
  file(name: string, part: Buffer): Promise<void>
  /** A part of a recorded object of this size; its parts come in order, from offset 0 on. */
  object(key: string, part: Buffer, place: { offset: number; size: number }): Promise<void>
}

/**
 * Reads a whole backup and counts what it has. Throws BackupError when it is damaged, of a newer program, or not complete, which may be
 * after much of it was visited.
 */
export async function readBackup(
  file: BackupFile,
  passphrase: string | undefined,
  visitor?: BackupVisitor,
): Promise<{ head: BackupHead; contents: BackupContents }> {
  const contents: BackupContents = { tables: {}, objects: 0, objectBytes: 0 }
  let head: BackupHead | undefined
  let counter = new RowCounter()
  let hasEnded = false
  const tableOf = ({ head: { table } }: ArchiveRecord) => {
    const found = head?.tables.find(({ name }) => name === table)
    if (found === undefined) throw new BackupError(`${file.name} is damaged: ${table} is not one of its tables`)
    return found
  }
  for await (const record of readArchive(file, passphrase)) {
    const { kind } = record.head
    if (kind === 'site') {
      head = record.head as unknown as BackupHead
      refuseNewer(head.version, file.name)
      await visitor?.start(head)
    } else if (kind === 'rows') {
      const rows: Row[] = JSON.parse(record.body.toString('utf8'))
      counter.add(rows)
      await visitor?.rows(tableOf(record), rows)
    } else if (kind === 'table') {
      const { name } = tableOf(record)
      if (!isSame(counter.sum, record.head as never))
        throw new BackupError(`${file.name} is damaged: rows of ${name} are missing`)
      contents.tables[name] = counter.sum
      counter = new RowCounter()
    } else if (kind === 'file') {
      await visitor?.file(String(record.head.name), record.body)
    } else if (kind === 'object') {
      const [offset, size] = [Number(record.head.offset), Number(record.head.size)]
      await visitor?.object(String(record.head.key), record.body, { offset, size })
      contents.objects += offset === 0 ? 1 : 0
      contents.objectBytes += record.body.length
    } else if (kind === 'end') hasEnded = record.head.objects === contents.objects
  }
  if (!hasEnded || head === undefined) throw new BackupError(`${file.name} is not complete: its end is missing`)
  return { head, contents }
}
