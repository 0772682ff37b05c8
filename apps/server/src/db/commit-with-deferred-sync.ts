import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './schema/schema.ts'

/** For each embedded database, the function that resolves once everything committed is on the disk. */
const syncs = new WeakMap<Kysely<Database>, () => Promise<void>>()

export function registerSync(db: Kysely<Database>, syncToDisk: () => Promise<void>): void {
  syncs.set(db, syncToDisk)
}

/**
 * A transaction for frequent writes (docs/decisions/013-sqlite-deferred-sync.md). SQLite waits for the disk inside a commit and
 * blocks the whole process; here a thread waits after the commit instead. Resolves once the transaction survives a power cut, as
 * with any other commit, but others may read the rows a moment earlier.
 */
export async function commitWithDeferredSync<Result>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  const syncToDisk = syncs.get(db)
  if (!syncToDisk) return db.transaction().execute(work)
  const result = await db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await connection.transaction().execute(work)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
  await syncToDisk()
  return result
}
