import { sql } from 'kysely'
import { type Db, isEmbedded } from './open.ts'

/** The time of the database server, in milliseconds since 1970. Undefined for the embedded database, which has no clock of its own. */
export async function readDatabaseClock(db: Db): Promise<number | undefined> {
  if (isEmbedded(db)) return undefined
  const { rows } = await sql<{
    ms: number
  }>`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as ms`.execute(db)
  return rows[0]?.ms
}
