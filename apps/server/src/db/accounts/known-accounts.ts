import type { Db } from '../open.ts'

/** Whether the account has used this site as its own: set its channel up, got a stream key, broadcast, or is signed in. */
export async function isKnownAccount(db: Db, username: string): Promise<boolean> {
  for (const table of ['channels', 'schedules', 'stream_keys', 'broadcasts', 'sessions'] as const) {
    const row = await db
      .selectFrom(table)
      .select('username')
      .where('username', '=', username)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}
