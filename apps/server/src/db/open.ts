import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { registerSync } from './commit-with-deferred-sync.ts'
import { migrations } from './migrations/migrations.ts'
import type { Database } from './schema/schema.ts'
import { openSqlite } from './sqlite.ts'

export type Db = Kysely<Database>

// PostgreSQL hands out 64-bit integers as text; ours are milliseconds and counts, exact in a double until the year 287396.
const int8TypeId = 20

/** Opens PostgreSQL when an address is given, else the embedded database in the data folder, and brings its tables up to date. */
export async function openDatabase(options: { databaseUrl?: string | undefined; dataDir: string }): Promise<Db> {
  const db = options.databaseUrl ? openPostgres(options.databaseUrl) : openEmbedded(options.dataDir)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    await db.destroy()
    throw error
  }
  return db
}

/** The errors of pg-pool after `connectionTimeoutMillis`: no connection became free, or no new one could be opened in time. */
const poolTimeoutMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]

/** Whether a query failed because too many others were already waiting for a PostgreSQL connection. */
export function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && poolTimeoutMessages.includes(error.message)
}

function openEmbedded(dataDir: string): Db {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'waggle.sqlite')
  // Only for its owner, also in a folder that others may read. SQLite gives the mode of this file to the write-ahead log and its index.
  closeSync(openSync(file, 'a', 0o600))
  const { dialect, syncToDisk } = openSqlite(file)
  const db = new Kysely<Database>({ dialect })
  registerSync(db, syncToDisk)
  return db
}

function openPostgres(databaseUrl: string): Db {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5000,
    // A suspended process must not hold locks that other processes wait for.
    idle_in_transaction_session_timeout: 10_000,
    types: {
      getTypeParser: (typeId: number, format?: 'text' | 'binary') =>
        typeId === int8TypeId ? Number : pg.types.getTypeParser(typeId, format),
    },
  })
  // A broken idle connection is replaced on the next use; without a listener the error would end the process.
  pool.on('error', () => undefined)
  // So would one that breaks between two queries of a transaction. The transaction's next query fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
