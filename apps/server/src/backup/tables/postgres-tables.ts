import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
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
import type { Access } from './sqlite-tables.ts'

/** How long the connections of what has ended may take to go. */
const leavingMs = 5000

const kinds: Record<string, TableShape['columns'][number]['kind']> = {
  text: 'text',
  'character varying': 'text',
  bigint: 'integer',
  integer: 'integer',
  'double precision': 'real',
  bytea: 'bytes',
}
const arrayTypes = { text: 'text[]', integer: 'int8[]', real: 'float8[]', bytes: 'bytea[]' }
const byteaTypeId = 17
const numberTypeIds = [20, 21, 23, 700, 701]

export async function openPostgresTables(databaseUrl: string, access: Access): Promise<SiteTables> {
  const client = await connect(databaseUrl)
  try {
    if (access === 'copy') await client.query('begin transaction isolation level repeatable read, read only')
    if (access === 'move') await takeForMove(client)
  } catch (error) {
    await client.end()
    throw error
  }

  return {
    shapes: () => readShapes(client),
    async rowsAfter(table, key, limit) {
      const text = numbered(selectAfter(table, key !== undefined))
      return (await client.query<Row>({ text, values: [...(key ?? []), limit], rowMode: 'array' })).rows
    },
    async insert(table, rows) {
      if (rows.length === 0) return
      const names = table.columns.map(({ name }) => quote(name)).join(', ')
      const lists = table.columns.map(({ kind }, index) => `$${index + 1}::${arrayTypes[kind]}`).join(', ')
      const values = table.columns.map(({ kind }, index) =>
        rows.map((row) => (kind === 'bytes' ? toBytes(row[index] ?? null) : row[index])),
      )
      await client
        .query(`insert into ${quote(table.name)} (${names}) select * from unnest(${lists})`, values)
        .catch((error) => {
          // Class 22: a value that SQLite stores and PostgreSQL does not, such as a text with a NUL character.
          if (!String(error.code).startsWith('22')) throw error
          throw new BackupError(`the table ${table.name} has a value that PostgreSQL does not store: ${error.message}`)
        })
    },
    async query(statement, values = []) {
      return (await client.query(numbered(statement), values)).rows
    },
    async transaction(work) {
      await client.query('begin')
      try {
        await work()
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        throw error
      }
    },
    close: () => client.end(),
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: (typeId: number, format?: 'text' | 'binary') => {
        if (numberTypeIds.includes(typeId)) return Number
        if (typeId === byteaTypeId) return (text: string) => Buffer.from(text.slice(2), 'hex').toString('base64')
        return pg.types.getTypeParser(typeId, format)
      },
    },
  })
  // The query that waits fails too, and says so.
  client.on('error', () => undefined)
  await client.connect().catch((error) => {
    throw new BackupError(`the database of DATABASE_URL cannot be reached: ${error.message || error.code}`)
  })
  return client
}

/** Nobody else may be connected, and nobody who connects meanwhile can write. */
async function takeForMove(client: pg.Client): Promise<void> {
  // The connections of a process that has just ended, or was killed, are there until PostgreSQL notices.
  const deadlineMs = Date.now() + leavingMs
  while (await hasOthers(client)) {
    if (Date.now() > deadlineMs) {
      throw new BackupError(
        'the database of DATABASE_URL is in use: stop the site first, and close other connections to it',
      )
    }
    await setTimeout(leavingMs / 50)
  }
  await client.query('begin transaction isolation level repeatable read')
  const tables = await readShapes(client)
  if (tables.length > 0) {
    await client.query(`lock table ${tables.map(({ name }) => quote(name)).join(', ')} in share mode`)
  }
}

async function hasOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rows.length > 0
}

async function readShapes(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query(
    `select c.table_name, c.column_name, c.data_type from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      order by c.table_name collate "C", c.ordinal_position`,
  )
  const keys = await client.query(
    `select k.table_name, k.column_name from information_schema.key_column_usage k
       join information_schema.table_constraints t using (constraint_schema, constraint_name, table_name)
      where k.table_schema = 'public' and t.constraint_type = 'PRIMARY KEY' order by k.ordinal_position`,
  )
  const names = [...new Set(rows.map((row) => String(row.table_name)))].filter((name) => !isOwnTable(name))
  return names.map((name) => {
    const columns = rows
      .filter((row) => row.table_name === name)
      .map(({ column_name, data_type }) => {
        const kind = kinds[data_type]
        if (kind === undefined)
          throw new BackupError(`${name}.${column_name} has the type ${data_type}, which is not known`)
        return { name: String(column_name), kind }
      })
    const key = keys.rows
      .filter((row) => row.table_name === name)
      .map((row) => columns.findIndex((column) => column.name === row.column_name))
    return { name, columns, key }
  })
}

/** PostgreSQL numbers the places of values. Our statements have no `?` in texts. */
function numbered(statement: string): string {
  let count = 0
  return statement.replaceAll('?', () => `$${++count}`)
}

function toBytes(value: Value): Buffer | null {
  return value === null ? null : Buffer.from(String(value), 'base64')
}
