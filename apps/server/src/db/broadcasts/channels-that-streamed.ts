import type { Db } from '../open.ts'

/** The channels that have ever broadcast, the latest first, with the time of their last media. */
export async function listChannelsThatStreamed(
  db: Db,
  limit: number,
): Promise<{ username: string; lastMediaAtMs: number }[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select((eb) => ['username', eb.fn.max<number | string>('broadcasts.last_media_at_ms').as('last_media_at_ms')])
    .groupBy('username')
    .orderBy('last_media_at_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ username: row.username, lastMediaAtMs: Number(row.last_media_at_ms) }))
}
