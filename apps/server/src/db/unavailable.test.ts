import { type RawBuilder, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../testing/engines/postgres.ts'
import { freePort, removeFolder, temporaryFolder } from '../testing/engines/private-process.ts'
import { startSwitchableNetwork } from '../testing/networks/switchable-network.ts'
import { type Db, openDatabase } from './open.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** The error of a query. */
async function errorOf(db: Db, query: RawBuilder<unknown>): Promise<unknown> {
  const failure = await query.execute(db).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(Error)
  return failure
}

const insert = sql`insert into site (name, value) values ('a', ${'b'.repeat(100_000)})`
const wrong = [sql`select nothing from site`, sql`insert into site (name, value) values ('a', null)`]

it('[F12] a full, a locked and a read-only SQLite are unavailable; a wrong statement is only wrong', async () => {
  const dataDir = await temporaryFolder('unavailable')
  const [db, other] = [await openDatabase({ dataDir }), await openDatabase({ dataDir })]
  onTestFinished(async () => {
    await Promise.all([db.destroy(), other.destroy()])
    await removeFolder(dataDir)
  })
  for (const query of wrong) expect(isDatabaseUnavailable(await errorOf(db, query))).toBe(false)
  await sql`pragma query_only = on`.execute(db)
  expect(isDatabaseUnavailable(await errorOf(db, insert))).toBe(true)
  await sql`pragma query_only = off`.execute(db)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(db)
  expect(await errorOf(db, insert)).toMatchObject({ errstr: 'database or disk is full' })
  expect(isDatabaseUnavailable(await errorOf(db, insert))).toBe(true)
  // SQLite has ended the transaction by then, so that it cannot be rolled back.
  const inTransaction = db.transaction().execute((transaction) => insert.execute(transaction))
  await expect(inTransaction).rejects.toMatchObject({ errstr: 'database or disk is full' })
  await sql`pragma busy_timeout = 0`.execute(db)
  await other.transaction().execute(async (transaction) => {
    await sql`insert into site (name, value) values ('c', 'd')`.execute(transaction)
    expect(isDatabaseUnavailable(await errorOf(db, insert))).toBe(true)
  })
})

it('[F6] [F12] a PostgreSQL that is read-only, has ended a connection or is away is unavailable', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.close())
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '' })
  onTestFinished(() => db.destroy())
  for (const query of wrong) expect(isDatabaseUnavailable(await errorOf(db, query))).toBe(false)
  await db.connection().execute(async (connection) => {
    // As on a standby.
    await sql`set default_transaction_read_only = on`.execute(connection)
    expect(isDatabaseUnavailable(await errorOf(connection, insert))).toBe(true)
    expect(isDatabaseUnavailable(await errorOf(connection, sql`select pg_terminate_backend(pg_backend_pid())`))).toBe(
      true,
    )
    expect(isDatabaseUnavailable(await errorOf(connection, insert))).toBe(true)
  })
  const away = `postgres://waggle@127.0.0.1:${await freePort()}/postgres`
  const refused: unknown = await openDatabase({ databaseUrl: away, dataDir: '' }).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refused)).toBe(true)
})

it('[F6] a PostgreSQL that is silent is unavailable after a while, and its connections are replaced', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.close())
  const network = await startSwitchableNetwork(postgres.port)
  onTestFinished(() => network.close())
  const url = new URL(postgres.url)
  url.port = String(network.port)
  const db = await openDatabase({ databaseUrl: url.href, dataDir: '', silentAfterMs: 1000 })
  onTestFinished(() => db.destroy())
  await sql`select 1`.execute(db)
  network.silence()
  const failures = await Promise.all(Array.from({ length: 20 }, () => errorOf(db, sql`select 1`)))
  expect(failures.map((failure) => isDatabaseUnavailable(failure))).toEqual(Array(20).fill(true))
  network.heal()
  await sql`select 1`.execute(db)
})
