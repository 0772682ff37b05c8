import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './schema/schema.ts'

/** Of embedded databases, what waits until the disk has all that was committed. */
const disks = new WeakMap<Kysely<Database>, () => Promise<void>>()

export function registerSync(db: Kysely<Database>, toDisk: () => Promise<void>): void {
  disks.set(db, toDisk)
}

/**
 * A transaction, for what is written all the time. SQLite waits for the disk within a commit, and everything else in this process
 * with it; here another thread waits after the commit. Resolves when what was done survives a power cut, as other commits do;
 * others may read it a moment before.
 */
export async function commitWithDeferredSync<Result>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  const toDisk = disks.get(db)
  if (!toDisk) return db.transaction().execute(work)
  const result = await db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await connection.transaction().execute(work)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
  await toDisk()
  return result
}
