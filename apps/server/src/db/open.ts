import { closeSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { Kysely, type LogEvent, PostgresDialect, SqliteAdapter } from 'kysely'
import pg from 'pg'
import { makeFolder } from '../lib/files/make-folder.ts'
import { registerSync } from './commit-with-deferred-sync.ts'
import { migrateToLatest } from './migrate-to-latest.ts'
import type { Database } from './schema/schema.ts'
import { openSqlite } from './sqlite.ts'

export type Db = Kysely<Database>

/** Told of every query: how long it took, and whether it succeeded. */
type OnQuery = (durationMs: number, isGood: boolean) => void
type QueryLog = ((event: LogEvent) => void) | undefined

/** Longer than a transaction may wait for another one's lock. */
const defaultSilentAfterMs = 15_000

// PostgreSQL hands out 64-bit integers as text; ours are milliseconds and counts, exact in a double until the year 287396.
const int8TypeId = 20

export interface DatabasePlace {
  databaseUrl?: string | undefined
  dataDir: string
  /**
   * A PostgreSQL that says nothing for this long counts as away: the connection is closed, and its query fails. Without it this never
   * happens: copying a large table takes long.
   */
  silentAfterMs?: number
}

/** Opens PostgreSQL when an address is given, else the embedded database in the data folder, and brings its tables up to date. */
export async function openDatabase(place: DatabasePlace, onQuery?: OnQuery): Promise<Db> {
  if (place.databaseUrl) {
    // A migration of a large table may take long, without a word.
    const patient = connectDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
    await migrateToLatest(patient).finally(() => patient.destroy())
  }
  const db = connectDatabase({ silentAfterMs: defaultSilentAfterMs, ...place }, onQuery)
  try {
    if (!place.databaseUrl) await migrateToLatest(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Opens a database with the tables that it has. */
export function connectDatabase({ databaseUrl, dataDir, silentAfterMs }: DatabasePlace, onQuery?: OnQuery): Db {
  const log = onQuery && ((event: LogEvent) => onQuery(event.queryDurationMillis, event.level === 'query'))
  return databaseUrl ? openPostgres(databaseUrl, { silentAfterMs, log }) : openEmbedded(dataDir, log)
}

/** Whether this is the database in the data folder, which has no server. */
export function isEmbedded(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

function openEmbedded(dataDir: string, log: QueryLog): Db {
  makeFolder(dataDir)
  const file = join(dataDir, 'waggle.sqlite')
  // Only for its owner, also in a folder that others may read. SQLite gives the mode of this file to the write-ahead log and its index.
  closeSync(openSync(file, 'a', 0o600))
  const { dialect, syncToDisk } = openSqlite(file)
  const db = new Kysely<Database>({ dialect, ...(log && { log }) })
  registerSync(db, syncToDisk)
  return db
}

function openPostgres(
  databaseUrl: string,
  { silentAfterMs = 0, log }: { silentAfterMs?: number | undefined; log: QueryLog },
): Db {
  const pool = new pg.Pool({
    // Without this a query would wait for ever for a server that hangs, or a network that swallows what is sent. Zero is no limit.
    stream: () => {
      const socket = new Socket()
      return socket.setTimeout(silentAfterMs, () =>
        socket.destroy(Object.assign(new Error('PostgreSQL does not answer'), { code: 'ETIMEDOUT' })),
      )
    },
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
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) })
}
