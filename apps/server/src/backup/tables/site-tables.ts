import { moveTable } from '../../db/migrate-to-latest.ts'

/** How a column's values are carried from one database to another. Bytes are carried in base64. */
export type ColumnKind = 'text' | 'integer' | 'real' | 'bytes'
export type Value = string | number | null
/** The values of a row, in the order of the table's columns. */
export type Row = Value[]

export interface TableShape {
  name: string
  columns: { name: string; kind: ColumnKind }[]
  /** Places of the columns of its primary key. */
  key: number[]
}

/** The tables of a site's database, the same for both engines. Statements have `?` for their values. */
export interface SiteTables {
  /** All tables with data of the site. */
  shapes(): Promise<TableShape[]>
  /** The first rows after this key, in the order of the primary key. */
  rowsAfter(table: TableShape, key: Value[] | undefined, limit: number): Promise<Row[]>
  insert(table: TableShape, rows: Row[]): Promise<void>
  query(statement: string, values?: Value[]): Promise<Record<string, Value>[]>
  transaction(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Of the program that migrates, and of a move that is not complete. */
export const isOwnTable = (name: string) => name.startsWith('kysely_') || name === moveTable

const rowsPerRead = 2000

/** All rows of a table in pieces, so that a large table is never in memory. */
export async function* readTable(tables: SiteTables, table: TableShape, after?: Value[]): AsyncGenerator<Row[]> {
  let key = after
  for (;;) {
    const rows = await tables.rowsAfter(table, key, rowsPerRead)
    if (rows.length > 0) yield rows
    if (rows.length < rowsPerRead) return
    key = keyOf(table, rows.at(-1) ?? [])
  }
}

export function keyOf(table: TableShape, row: Row): Value[] {
  return table.key.map((place) => row[place] ?? null)
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `select … where (key) > (?, …) order by key limit ?`, which the index of the primary key answers. */
export function selectAfter(table: TableShape, hasKey: boolean): string {
  const columns = table.columns.map(({ name }) => quote(name)).join(', ')
  const keys = table.key.map((place) => quote(table.columns[place]?.name ?? '')).join(', ')
  const after = hasKey ? ` where (${keys}) > (${table.key.map(() => '?').join(', ')})` : ''
  return `select ${columns} from ${quote(table.name)}${after} order by ${keys} limit ?`
}
