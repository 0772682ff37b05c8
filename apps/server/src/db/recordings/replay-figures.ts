import type { Db } from '../open.ts'

/** Adds what was watched of a replay. False when another process has already counted from `fromMs`. */
export async function addToReplayFigures(
  db: Db,
  broadcastId: string,
  stretch: { fromMs: number; untilMs: number; views: number; viewerMs: number },
): Promise<boolean> {
  const row = await db
    .updateTable('replay_figures')
    .set((eb) => ({
      views: eb('views', '+', stretch.views),
      viewer_ms: eb('viewer_ms', '+', Math.round(stretch.viewerMs)),
      counted_until_ms: stretch.untilMs,
    }))
    .where('broadcast_id', '=', broadcastId)
    .where('counted_until_ms', '=', stretch.fromMs)
    .returning('broadcast_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Until when the views of a replay are counted; 0 when they never were. */
export async function replayCountedUntil(db: Db, broadcastId: string): Promise<number> {
  await db
    .insertInto('replay_figures')
    .values({ broadcast_id: broadcastId, views: 0, viewer_ms: 0, counted_until_ms: 0 })
    .onConflict((conflict) => conflict.column('broadcast_id').doNothing())
    .execute()
  const row = await db
    .selectFrom('replay_figures')
    .select('counted_until_ms')
    .where('broadcast_id', '=', broadcastId)
    .executeTakeFirst()
  return row?.counted_until_ms ?? 0
}
