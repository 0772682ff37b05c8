import type { Db } from '../open.ts'

/** Saves the number of viewers if it is a new maximum. */
export async function recordPeakViewers(db: Db, broadcastId: string, viewers: number): Promise<void> {
  await db
    .updateTable('broadcasts')
    .set({ peak_viewers: viewers })
    .where('id', '=', broadcastId)
    .where('peak_viewers', '<', viewers)
    .execute()
}

export async function findPeakViewers(db: Db, broadcastId: string): Promise<number> {
  const row = await db.selectFrom('broadcasts').select('peak_viewers').where('id', '=', broadcastId).executeTakeFirst()
  return row?.peak_viewers ?? 0
}
