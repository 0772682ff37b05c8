import { replayLimits } from '@waggle/contract/replays/limits'
import type { Db } from '../../open.ts'
import type { Stretch } from '../stretch.ts'

const { chapterMinMs, chaptersMax } = replayLimits

/** A moment of a recording that has a title. It lasts until the next one begins. */
export interface Chapter {
  title: string
  /** The time of its first picture, milliseconds since 1970. */
  atMs: number
}

/** In the order of their times. */
export async function listChapters(db: Db, broadcastId: string): Promise<Chapter[]> {
  const rows = await db
    .selectFrom('recording_chapters')
    .select(['title', 'at_ms'])
    .where('broadcast_id', '=', broadcastId)
    .orderBy('at_ms')
    .execute()
  return rows.map((row) => ({ title: row.title, atMs: row.at_ms }))
}

/** Takes the place of those that are too close to it. False, and nothing has changed, where there is no room for it. */
export async function insertChapter(db: Db, broadcastId: string, { title, atMs }: Chapter): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const others = await listChapters(transaction, broadcastId)
    if (others.filter((other) => Math.abs(other.atMs - atMs) >= chapterMinMs).length >= chaptersMax) return false
    const stretch = { fromMs: atMs - chapterMinMs + 1, untilMs: atMs + chapterMinMs }
    await deleteChaptersOf(transaction, broadcastId, stretch)
    await transaction
      .insertInto('recording_chapters')
      .values({ broadcast_id: broadcastId, at_ms: atMs, title })
      // Another process was as fast.
      .onConflict((conflict) => conflict.columns(['broadcast_id', 'at_ms']).doUpdateSet({ title }))
      .execute()
    return true
  })
}

export async function replaceChapters(db: Db, broadcastId: string, chapters: readonly Chapter[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await deleteChaptersOf(transaction, broadcastId)
    if (chapters.length === 0) return
    await transaction
      .insertInto('recording_chapters')
      .values(chapters.map(({ title, atMs }) => ({ broadcast_id: broadcastId, at_ms: atMs, title })))
      .onConflict((conflict) => conflict.columns(['broadcast_id', 'at_ms']).doNothing())
      .execute()
  })
}

/** Deletes the chapters of a broadcast; of a stretch of it, those that begin in it. */
export async function deleteChaptersOf(db: Db, broadcastId: string, stretch?: Stretch): Promise<void> {
  await db
    .deleteFrom('recording_chapters')
    .where('broadcast_id', '=', broadcastId)
    .$if(stretch !== undefined, (query) =>
      query.where('at_ms', '>=', stretch?.fromMs ?? 0).where('at_ms', '<', stretch?.untilMs ?? 0),
    )
    .execute()
}
