import type { Db } from '../open.ts'
import { deleteChaptersOf } from './chapters/chapters.ts'
import { deleteClipsOf } from './clips.ts'
import { isInStretch, type Stretch, stretchMarginMs } from './stretch.ts'

/** A stretch that a channel has cut out of a recording. */
export interface Cut extends Stretch {
  broadcastId: string
}

/** From now on nothing of the stretch can be played. Clips that show anything of it and chapters that begin in it are gone. */
export async function insertCut(db: Db, { broadcastId, fromMs, untilMs }: Cut): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('recording_cuts')
      .values({ broadcast_id: broadcastId, from_ms: fromMs, until_ms: untilMs, is_done: 0 })
      .onConflict((conflict) => conflict.columns(['broadcast_id', 'from_ms', 'until_ms']).doNothing())
      .execute()
    await deleteClipsOf(transaction, broadcastId, { fromMs, untilMs })
    await deleteChaptersOf(transaction, broadcastId, { fromMs, untilMs })
  })
}

export async function listCuts(db: Db, broadcastId: string): Promise<Stretch[]> {
  const rows = await db
    .selectFrom('recording_cuts')
    .select(['from_ms', 'until_ms'])
    .where('broadcast_id', '=', broadcastId)
    .execute()
  return rows.map((row) => ({ fromMs: row.from_ms, untilMs: row.until_ms }))
}

/** Those of which something may still be in the store. */
export async function listCutsToDo(db: Db): Promise<Cut[]> {
  const rows = await db
    .selectFrom('recording_cuts')
    .select(['broadcast_id', 'from_ms', 'until_ms'])
    .where('is_done', '=', 0)
    .execute()
  return rows.map((row) => ({ broadcastId: row.broadcast_id, fromMs: row.from_ms, untilMs: row.until_ms }))
}

/** Nothing of it is in the store any more. */
export async function markCutDone(db: Db, { broadcastId, fromMs, untilMs }: Cut): Promise<void> {
  await db
    .updateTable('recording_cuts')
    .set({ is_done: 1 })
    .where('broadcast_id', '=', broadcastId)
    .where('from_ms', '=', fromMs)
    .where('until_ms', '=', untilMs)
    .execute()
}

/**
 * Whether a segment is left out because of a cut: if anything of it lies in the stretch. A picture is shown a moment after the time of its
 * segment, because of the order of decoding: the segment beside the edge goes, too, where that may matter.
 */
export function isCut(segment: { startedAtMs: number; durationS: number }, cuts: readonly Stretch[]): boolean {
  return cuts.some(({ fromMs, untilMs }) =>
    isInStretch(segment, { fromMs: fromMs - stretchMarginMs, untilMs: untilMs + stretchMarginMs }),
  )
}
