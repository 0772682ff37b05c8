import { existsSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { BackupError } from '../backup-error.ts'
import {
  isOwnTable,
  quote,
  type Row,
  type SiteTables,
  selectAfter,
  type TableShape,
  type Value,
} from './site-tables.ts'

/** 'copy' reads the state of one moment while the site writes; 'move' wants no one else to have it open; 'fill' writes. */
export type Access = 'copy' | 'move' | 'fill'

const kinds: Record<string, TableShape['columns'][number]['kind']> = {
  text: 'text',
  bigint: 'integer',
  integer: 'integer',
  'double precision': 'real',
  real: 'real',
  blob: 'bytes',
}

export function openSqliteTables(file: string, access: Access): SiteTables {
  const database = open(file, access)
  const statements = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    async shapes() {
      const names = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
      return names
        .map(({ name }) => String(name))
        .filter((name) => !isOwnTable(name) && !name.startsWith('sqlite_'))
        .map((name) => shapeOf(database, name))
    },
    async rowsAfter(table, key, limit) {
      const statement = prepare(selectAfter(table, key !== undefined))
      statement.setReturnArrays(true)
      const rows = statement.all(...(key ?? []), limit) as unknown as (Value | Uint8Array)[][]
      const hasBytes = table.columns.some(({ kind }) => kind === 'bytes')
      return hasBytes ? rows.map((row) => row.map(toText)) : (rows as Row[])
    },
    async insert(table, rows) {
      const names = table.columns.map(({ name }) => quote(name)).join(', ')
      const places = table.columns.map(() => '?').join(', ')
      const statement = prepare(`insert into ${quote(table.name)} (${names}) values (${places})`)
      for (const row of rows) {
        statement.run(...row.map((value, index) => (table.columns[index]?.kind === 'bytes' ? toBytes(value) : value)))
      }
    },
    async query(sql, values = []) {
      return database.prepare(sql).all(...values) as Record<string, Value>[]
    },
    async transaction(work) {
      database.exec('begin immediate')
      try {
        await work()
        database.exec('commit')
      } catch (error) {
        // A full disk has rolled it back already.
        if (database.isTransaction) database.exec('rollback')
        throw error
      }
    },
    async close() {
      database.close()
    },
  }
}

function open(file: string, access: Access): DatabaseSync {
  if (access !== 'fill' && !existsSync(file)) {
    throw new BackupError(`${file} does not exist: is WAGGLE_DATA_DIR the data folder of the site?`)
  }
  const database = new DatabaseSync(file, {
    readOnly: access === 'copy',
    timeout: 5000,
    enableForeignKeyConstraints: false,
  })
  try {
    if (access === 'copy') database.exec('begin; select 1 from sqlite_master limit 1')
    // Every open connection holds a lock that this one excludes (SQLite, 'Write-Ahead Logging', 'Use of WAL without shared memory').
    if (access === 'move') database.exec('pragma locking_mode = exclusive; begin immediate; commit')
    // A killed process loses nothing, and a power cut damages nothing; the last commit is synced when the file is complete.
    if (access === 'fill') database.exec('pragma journal_mode = wal; pragma synchronous = normal')
    return database
  } catch (error) {
    database.close()
    if (access !== 'move') throw new BackupError(`${file} cannot be read: it is damaged`, { cause: error })
    throw new BackupError(`${file} is in use: stop the site first`, { cause: error })
  }
}

function shapeOf(database: DatabaseSync, name: string): TableShape {
  const columns = database.prepare(`pragma table_info(${quote(name)})`).all()
  return {
    name,
    columns: columns.map((column) => {
      const kind = kinds[String(column.type).toLowerCase()]
      if (kind === undefined)
        throw new BackupError(`${name}.${column.name} has the type ${column.type}, which is not known`)
      return { name: String(column.name), kind }
    }),
    key: columns
      .map(({ pk }, index) => ({ place: Number(pk), index }))
      .filter(({ place }) => place > 0)
      .sort((a, b) => a.place - b.place)
      .map(({ index }) => index),
  }
}

function toText(value: Value | Uint8Array): Value {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}

function toBytes(value: Value): Uint8Array | null {
  return value === null ? null : Buffer.from(String(value), 'base64')
}
