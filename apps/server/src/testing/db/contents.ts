import { type ColumnMetadata, sql, type TableMetadata } from 'kysely'
import type { AnyDb } from './old-database.ts'

/** The tables, with their columns in order, and the indexes. */
export async function schemaOf(db: AnyDb, isPostgres: boolean) {
  const tables = await db.introspection.getTables()
  const indexes = isPostgres
    ? sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'`
    : sql<{ name: string }>`select name from sqlite_master where type = 'index'`
  return {
    tables: tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    indexes: (await indexes.execute(db)).rows.map(({ name }) => name).toSorted(),
  }
}

/** Adds rows to every table. Every value differs from those of the other rows; a column that may be empty is so in every other row. */
export async function fillTables(db: AnyDb, isPostgres: boolean, rowsOf: (table: string) => number): Promise<void> {
  const numbers = (count: number) =>
    isPostgres
      ? sql`(select generate_series(1, ${sql.lit(count)}) as i) as numbers`
      : sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)}) select i from n)`
  for (const { name, columns } of await db.introspection.getTables()) {
    const names = sql.join(columns.map((column) => sql.ref(column.name)))
    const values = sql.join(columns.map(toValue))
    await sql`insert into ${sql.table(name)} (${names}) select ${values} from ${numbers(rowsOf(name))}`.execute(db)
  }
}

function toValue({ name, dataType, isNullable }: ColumnMetadata, index: number) {
  const text = name === 'amount' ? sql`i || '.000 HIVE'` : sql`${sql.lit(`${name} `)} || i`
  const value = /text|char/i.test(dataType) ? text : sql`i`
  return isNullable && index > 0 ? sql`case when i % 2 = 0 then ${value} end` : value
}

/** What these columns hold, by table: the number of rows, and every value of the first thousand. */
export async function contentsOf(db: AnyDb, tables: readonly TableMetadata[]) {
  const contents: Record<string, unknown> = {}
  for (const { name, columns } of tables) {
    const { count } = await db.selectFrom(name).select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()
    const names = columns.map((column) => column.name)
    const first = names[0] ?? ''
    contents[name] = {
      count: Number(count),
      rows: await db
        .selectFrom(name)
        .select(names)
        .orderBy(first)
        .orderBy(names[1] ?? first)
        .limit(1000)
        .execute(),
    }
  }
  return contents
}
