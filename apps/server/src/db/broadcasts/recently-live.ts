import type { Db } from '../open.ts'
import { staleAfterMs } from './broadcasts.ts'

interface RecentlyLive {
  username: string
  title: string | null
  category: string | null
  endedAtMs: number
}

/** The channels whose latest media came after `sinceMs` and that are not live, the latest first. */
export async function listRecentlyLive(
  db: Db,
  { nowMs, sinceMs, limit }: { nowMs: number; sinceMs: number; limit: number },
): Promise<RecentlyLive[]> {
  const live = db
    .selectFrom('broadcasts')
    .select('username')
    .where('ended_at_ms', 'is', null)
    .where('last_media_at_ms', '>=', nowMs - staleAfterMs)
  const rows = await db
    .selectFrom('broadcasts')
    .leftJoin('channels', 'channels.username', 'broadcasts.username')
    .select((eb) => [
      'broadcasts.username',
      'channels.title',
      'channels.category',
      eb.fn.max<number | string>('broadcasts.last_media_at_ms').as('last_media_at_ms'),
    ])
    .where('broadcasts.last_media_at_ms', '>=', sinceMs)
    .where('broadcasts.username', 'not in', live)
    .groupBy(['broadcasts.username', 'channels.title', 'channels.category'])
    .orderBy('last_media_at_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ username, title, category, last_media_at_ms }) => ({
    username,
    title,
    category,
    endedAtMs: Number(last_media_at_ms),
  }))
}
