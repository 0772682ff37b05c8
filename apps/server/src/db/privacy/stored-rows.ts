import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import { parentTables, type StoredRows, type StoredTable } from './stored/stored-table.ts'
import { storedTables } from './stored-data.ts'

type Row = Record<string, unknown>

/** A step of a download: a table that begins, or some of its rows. */
export type StoredStep = { table: string; why: string; kept: string } | { rows: Row[] }

/** All that is stored about an account, table by table, at most `pageSize` rows at a time. Tables without a row about it are left out. */
export async function* readStoredRows(db: Db, username: string, pageSize: number): AsyncGenerator<StoredStep> {
  for (const [name, table] of storedTables) {
    let hasBegun = false
    for (const rows of table.rows) {
      if (rows.download === 'others') continue
      for await (const page of pagesOf(db, name, table, rows, { username, pageSize })) {
        if (!hasBegun) yield { table: name, why: table.why, kept: table.kept }
        hasBegun = true
        yield { rows: page }
      }
    }
  }
}

async function* pagesOf(
  db: Db,
  name: string,
  table: StoredTable,
  rows: StoredRows,
  { username, pageSize }: { username: string; pageSize: number },
): AsyncGenerator<Row[]> {
  const shown = Object.entries(table.columns)
    .filter(([column, use]) => (use === 'name' || use === 'personal') && !rows.hides?.includes(column))
    .map(([column]) => column)
  const columns = sql.join([...new Set([...shown, ...table.key])].map((column) => sql.ref(column)))
  let after: RawBuilder<unknown> = sql``
  for (;;) {
    const { rows: page } = await sql<Row>`select ${columns} from ${sql.table(name)}
      where ${areOf(rows, username)} ${after} order by ${keyOf(table)} limit ${sql.lit(pageSize)}`.execute(db)
    const last = page.at(-1)
    if (last === undefined) return
    yield page.map((row) => Object.fromEntries(shown.map((column) => [column, row[column]])))
    if (page.length < pageSize) return
    after = sql`and (${keyOf(table)}) > (${sql.join(table.key.map((column) => last[column]))})`
  }
}

/** Deletes at most `limit` of these rows. Returns their keys. */
export async function deleteStoredRows(
  db: Db,
  name: string,
  { table, rows, username, limit }: { table: StoredTable; rows: StoredRows; username: string; limit: number },
): Promise<Row[]> {
  const deleted = await sql<Row>`delete from ${sql.table(name)} where (${keyOf(table)}) in (
      select ${keyOf(table)} from ${sql.table(name)} where ${areOf(rows, username)} limit ${sql.lit(limit)}
    ) returning ${keyOf(table)}`.execute(db)
  return deleted.rows
}

/** How many rows are about the account; of those, how many stay when it is deleted. */
export async function countStoredRows(db: Db, name: string, rows: StoredRows, username: string): Promise<number> {
  const { rows: counted } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(name)}
    where ${areOf(rows, username)}`.execute(db)
  return Number(counted[0]?.count ?? 0)
}

function keyOf(table: StoredTable): RawBuilder<unknown> {
  return sql.join(table.key.map((column) => sql.ref(column)))
}

function areOf({ of, among }: StoredRows, username: string): RawBuilder<unknown> {
  if (typeof of !== 'string') {
    const { table, owner } = parentTables[of.in]
    return sql`${sql.ref(of.column)} in (select id from ${sql.table(table)} where ${sql.ref(owner)} = ${username})`
  }
  const isOf = sql`${sql.ref(of)} = ${username}`
  if (among === undefined) return isOf
  return sql`${isOf} and ${sql.ref(among.column)} in (select ${sql.ref(among.column)} from ${sql.table(among.in)})`
}
