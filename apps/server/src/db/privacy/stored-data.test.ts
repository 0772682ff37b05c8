import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemaOf } from '../../testing/db/contents.ts'
import type { AnyDb } from '../../testing/db/old-database.ts'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import { privacyTables } from './privacy-tables.ts'
import { storedTables } from './stored-data.ts'
import { deleteStoredRows, readStoredRows } from './stored-rows.ts'

const howTo =
  'Say in apps/server/src/db/privacy/stored what every column holds and whose it is, then run `npm run privacy`: an account downloads and deletes by that list.'

describe.each(Object.entries(engines))('stored data on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  it('[PRIVACY-1] every table and column of the database is in the list, and nothing else', async () => {
    const { tables } = await schemaOf(db as unknown as AnyDb, engine.hasServer)
    const ours = tables.filter(({ name }) => !name.startsWith('kysely_'))
    const columnsOf = (columns: readonly string[]) => [...columns].sort().join(', ')
    const real = ours.map(({ name, columns }) => `${name}: ${columnsOf(columns.map((column) => column.name))}`)
    const listed = storedTables.map(([name, { columns }]) => `${name}: ${columnsOf(Object.keys(columns))}`)
    expect(listed.sort(), howTo).toEqual(real.sort())
  })

  it('[PRIVACY-1] a column that names an account says whose rows these are', async () => {
    for (const [name, { columns, rows, group }] of storedTables) {
      const named = Object.keys(columns).filter((column) => columns[column] === 'name')
      const found = rows.flatMap(({ of }) => (typeof of === 'string' ? [of] : []))
      if (named.length > 0) expect(named, `${name}: ${howTo}`).toEqual(expect.arrayContaining(found))
      expect(rows.length > 0, `${name}: ${howTo}`).toBe(group !== null)
    }
  })

  it('[PRIVACY-2] pages of rows have every row once, and deleting ends with none', async () => {
    const rows = Array.from({ length: 23 }, (_, n) => ({
      follower: n % 2 === 0 ? 'alice' : `f${n}`,
      channel: n % 2 === 0 ? `c${n}` : 'alice',
      created_at_ms: n,
    }))
    await db.insertInto('follows').values(rows).execute()
    const read: unknown[] = []
    for await (const step of readStoredRows(db, 'alice', 5)) if ('rows' in step) read.push(...step.rows)
    const byTime = (one: unknown, other: unknown) =>
      (one as { created_at_ms: number }).created_at_ms - (other as { created_at_ms: number }).created_at_ms
    expect(read.sort(byTime)).toEqual(rows)
    const [, table] = storedTables.find(([name]) => name === 'follows') ?? []
    if (!table) throw new Error('follows are stored')
    const counts: number[] = []
    for (const each of table.rows) {
      for (let count = 1; count > 0; counts.push(count)) {
        count = (await deleteStoredRows(db, 'follows', { table, rows: each, username: 'alice', limit: 10 })).length
      }
    }
    expect(counts).toEqual([10, 2, 0, 10, 1, 0])
  })
})

it('[PRIVACY-1] docs/privacy.md says what the list says', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/privacy.md'), 'utf8')
  expect(text.includes(privacyTables()), 'Run `npm run privacy`, and read what it has changed').toBe(true)
})
