import type { Db } from '../open.ts'
import { isNotDeleted } from './not-deleted.ts'

/** The titles of what is recorded of a channel, the latest broadcasts first. A title is empty where the broadcast had none. */
export async function listRecordingTitles(
  db: Db,
  username: string,
  limit: number,
): Promise<{ id: string; title: string }[]> {
  const rows = await db
    .selectFrom('recordings')
    .innerJoin('broadcasts', 'broadcasts.id', 'recordings.broadcast_id')
    .leftJoin('broadcast_figures', 'broadcast_figures.broadcast_id', 'recordings.broadcast_id')
    .select(['broadcasts.id', 'recordings.title', 'broadcast_figures.title as broadcast_title'])
    .where('broadcasts.username', '=', username)
    .where(isNotDeleted)
    .orderBy('broadcasts.started_at_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, title, broadcast_title }) => ({ id, title: title ?? broadcast_title ?? '' }))
}
