import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf, fillTables, schemaOf } from '../testing/db/contents.ts'
import { type AnyDb, type OldDatabases, oldDatabases } from '../testing/db/old-database.ts'
import { findSchedules } from './accounts/schedules.ts'
import { migrations } from './migrations/migrations.ts'
import { connectDatabase, type DatabasePlace, openDatabase } from './open.ts'

const names = Object.keys(migrations)
/** The first version with chat messages: every later migration meets them. */
const firstWithMessages = '003-chat'
const script = join(import.meta.dirname, '../testing/db/killed-migration.ts')
/** The only thing that was ever removed, before the first release: an amount, which became two columns. */
const removedBeforeRelease = ['tips.amount']

describe.each([
  ['sqlite', false, 12],
  ['postgres', true, 8],
] as const)('migrations on %s', { timeout: 180_000 }, (engine, isPostgres, kills) => {
  let databases: OldDatabases

  beforeAll(async () => {
    databases = await oldDatabases[engine]()
  })
  afterAll(() => databases?.close())

  /** Brings a database that has no rows to the version whose newest migration this is. */
  async function migrateTo(place: DatabasePlace, newest: string): Promise<void> {
    const db = connectDatabase(place) as AnyDb
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(newest)
    await db.destroy()
    if (error) throw error
  }

  async function fill(place: DatabasePlace, rowsOf: (table: string) => number): Promise<void> {
    const db = connectDatabase(place) as AnyDb
    await fillTables(db, isPostgres, rowsOf)
    await db.destroy()
  }

  async function read(place: DatabasePlace) {
    const db = connectDatabase(place) as AnyDb
    const schema = await schemaOf(db, isPostgres)
    await db.destroy()
    return schema
  }

  /** Opens the database as a server does, and checks that everything is there that the old version had stored. */
  async function expectIntact(place: DatabasePlace, before: Awaited<ReturnType<typeof remember>>): Promise<void> {
    const db = await openDatabase(place)
    expect(await contentsOf(db, before.tables)).toEqual(before.contents)
    await db.destroy()
  }

  async function remember(place: DatabasePlace) {
    const db = connectDatabase(place) as AnyDb
    const { tables } = await schemaOf(db, isPostgres)
    const kept = tables.map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => !removedBeforeRelease.includes(`${table.name}.${name}`)),
    }))
    const contents = await contentsOf(db, kept)
    await db.destroy()
    return { tables: kept, contents }
  }

  it('[F18] keep what every older version has stored, and take less than 5 s for 100,000 messages', async () => {
    const empty = await databases.create()
    for (const version of names.slice(0, -1)) {
      await migrateTo(empty, version)
      const place = await databases.copy(empty)
      await fill(place, (table) => (table === 'chat_messages' && version === firstWithMessages ? 100_000 : 20))
      const before = await remember(place)
      const startMs = performance.now()
      await (await openDatabase(place)).destroy()
      expect(performance.now() - startMs, version).toBeLessThan(5000)
      await expectIntact(place, before)
    }
  })

  it('[F18] only add, so that processes of the previous release work on the new tables', async () => {
    const place = await databases.create()
    const db = connectDatabase(place) as AnyDb
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    let before = await schemaOf(db, isPostgres)
    for (const name of names) {
      await migrator.migrateTo(name)
      const after = await schemaOf(db, isPostgres)
      for (const table of before.tables) {
        const now = after.tables.find((candidate) => candidate.name === table.name)
        const isKept = (column: string) => !removedBeforeRelease.includes(`${table.name}.${column}`)
        const old = table.columns.filter((column) => isKept(column.name))
        expect(now?.columns, name).toEqual(expect.arrayContaining(old))
        const added = now?.columns.filter((column) => !table.columns.some((other) => other.name === column.name)) ?? []
        const required = added.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)
        expect(required, name).toEqual([])
      }
      expect(after.indexes, name).toEqual(expect.arrayContaining(before.indexes))
      before = after
    }
    await db.destroy()
  })

  it('[SETTINGS-8] take the one broadcast that a channel could plan over into its schedule', async () => {
    const place = await databases.create()
    await migrateTo(place, names[names.indexOf('042-schedules') - 1] ?? '')
    const old = connectDatabase(place) as AnyDb
    const startTime = Date.UTC(2026, 11, 24, 18, 30)
    const channel = { title: '', description: '', updated_at_ms: 1 }
    await old
      .insertInto('channels')
      .values([
        { ...channel, username: 'alice', next_broadcast_ms: startTime },
        { ...channel, username: 'bob', next_broadcast_ms: null },
      ])
      .execute()
    await old.destroy()
    const db = await openDatabase(place)
    const unsaid = { durationMinutes: null, category: null }
    const planned = [{ startTime, isWeekly: false, title: '', ...unsaid, timeZone: 'UTC' }]
    expect(await findSchedules(db, ['alice', 'bob'])).toEqual(new Map([['alice', planned]]))
    await db.destroy()
  })

  it('[F18] of a later release keep an older one from starting, and not from going on', async () => {
    const place = await databases.create()
    const running = await openDatabase(place)
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', ${new Date().toISOString()})`.execute(
      running,
    )
    await expect(openDatabase(place)).rejects.toThrow(
      'The database is of a newer Waggle (it has 999-later, which this one does not know): start that version, or restore a backup from before the upgrade.',
    )
    await running.insertInto('site').values({ name: 'a', value: 'b' }).execute()
    await running.destroy()
  })

  it('[F18] do not keep a site from starting whose clock has stepped back between them', async () => {
    const place = await databases.create()
    await migrateTo(place, names[1] ?? '')
    const db = connectDatabase(place) as AnyDb
    await sql`update kysely_migration set timestamp = '2000-01-01T00:00:00.000Z' where name = ${names[1]}`.execute(db)
    await db.destroy()
    expect(await read(await openedAgain(place))).toEqual(await read(await openLatest()))
  })

  it('[F18] begin anew after their process was killed, at whichever statement', async () => {
    const wanted = await read(await openLatest())
    const old = await databases.create()
    await migrateTo(old, firstWithMessages)
    await fill(old, () => 100)
    const before = await remember(old)
    const statements = Number(await run(await databases.copy(old), 0))
    expect(statements).toBeGreaterThan(kills)
    const killed = async (_: unknown, index: number) => {
      const place = await databases.copy(old)
      // At the first statement, at the last one, and evenly between them.
      expect(await run(place, 1 + Math.round((index * (statements - 1)) / (kills - 1)))).toBe('')
      await expectIntact(place, before)
      expect(await read(place)).toEqual(wanted)
    }
    await inPairs(Array.from({ length: kills }), killed)
  })

  async function openedAgain(place: DatabasePlace): Promise<DatabasePlace> {
    await (await openDatabase(place)).destroy()
    return place
  }

  async function openLatest(): Promise<DatabasePlace> {
    return openedAgain(await databases.create())
  }
})

/** What the process has printed: nothing when it was killed. */
function run(place: DatabasePlace, killAt: number): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', script, JSON.stringify(place), String(killAt)]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr))
      else resolve(stdout)
    })
  })
}

async function inPairs<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const queue = [...items.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0])
  }
  await Promise.all([worker(), worker()])
}
