import { connectDatabase, type DatabasePlace, openDatabase } from '../../db/open.ts'
import { fillTables } from './contents.ts'
import type { AnyDb } from './old-database.ts'

/** Text and numbers that are easily damaged on the way from one engine to another. */
const texts = [
  '',
  'ñandú \u{1f41d} ك',
  'it\'s \\n {"a": [1,2]} {NULL}',
  'line\nline\r\n\ttab',
  'NULL',
  ' %s $1 ? ',
  'Z',
  'a',
  '\u2028',
]
const fractions = [0.1, 1 / 3, -0.5, 1e300, 2 ** 53 - 1]

/** Fills every table of a new database, whichever tables there are, and adds values that are hard to carry. */
export async function fillSite(place: DatabasePlace, rowsOf: (table: string) => number = () => 20): Promise<void> {
  const db = await openDatabase(place)
  await fillTables(db as AnyDb, place.databaseUrl !== undefined, rowsOf)
  const message = { channel: 'hard', username: 'alice', kind: 'message', role: 'viewer' }
  await db
    .insertInto('chat_messages')
    .values(texts.map((text, index) => ({ ...message, id: `${text}${index}`, message: text })) as never)
    .execute()
  await db
    .insertInto('broadcast_samples')
    .values(
      fractions.map((viewers, index) => ({
        ...{ broadcast_id: 'hard', at_ms: Number.MAX_SAFE_INTEGER - index, span_ms: 1, viewers, viewers_max: -1 },
        ...{ bits_per_second: null, messages: 0 },
      })),
    )
    .execute()
  await db.destroy()
}

/** Every row of every table, in an order that does not depend on the engine. */
export async function everyRow(place: DatabasePlace): Promise<Record<string, string[]>> {
  const db = connectDatabase(place) as AnyDb
  const rows: Record<string, string[]> = {}
  for (const { name, columns } of await db.introspection.getTables()) {
    const names = columns.map((column) => column.name).toSorted()
    const found = await db.selectFrom(name).select(names).execute()
    rows[name] = found.map((row) => JSON.stringify(names.map((column) => row[column]))).toSorted()
  }
  await db.destroy()
  return rows
}
