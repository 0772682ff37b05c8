import type { Db } from '../open.ts'

/** When an account was live since this time: until the last media where a broadcast has not ended. */
export async function listBroadcastTimes(
  db: Db,
  username: string,
  sinceMs: number,
): Promise<{ startedAtMs: number; untilMs: number }[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select(['started_at_ms', 'last_media_at_ms'])
    .where('username', '=', username)
    .where('last_media_at_ms', '>', sinceMs)
    .execute()
  return rows.map((row) => ({ startedAtMs: row.started_at_ms, untilMs: row.last_media_at_ms }))
}
