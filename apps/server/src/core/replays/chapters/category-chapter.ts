import { replayLimits } from '@waggle/contract/replays/limits'
import { findLiveBroadcast } from '../../../db/broadcasts/broadcasts.ts'
import { deleteChaptersOf, insertChapter, listChapters } from '../../../db/recordings/chapters/chapters.ts'
import { findRecordingStart } from '../../../db/recordings/replays.ts'
import type { CoreContext } from '../../context.ts'

/**
 * A channel has another category now: where its broadcast is live and recorded, a chapter with that name begins (rule CHAPTER-4). The first
 * one divides the broadcast, so what was there before gets the name of the category that it had.
 */
export async function beginCategoryChapter(
  { db, now, config }: Pick<CoreContext, 'db' | 'now' | 'config'>,
  { username, before, category }: { username: string; before: string | null; category: string | null },
): Promise<void> {
  if (category === null || category === before || config.recordings === 'off') return
  const broadcast = await findLiveBroadcast(db, username, now())
  const startedAtMs = broadcast && (await findRecordingStart(db, broadcast.id))
  if (broadcast === undefined || startedAtMs === undefined) return
  const atMs = now()
  const chapters = await listChapters(db, broadcast.id)
  if (before !== null && chapters.length === 0) {
    await insertChapter(db, broadcast.id, { title: before, atMs: startedAtMs })
  }
  const fromMs = atMs - replayLimits.chapterMinMs + 1
  if (chapters.findLast((chapter) => chapter.atMs < fromMs)?.title === category) {
    // It was another one for a moment only: the chapter goes on.
    await deleteChaptersOf(db, broadcast.id, { fromMs, untilMs: atMs + 1 })
    return
  }
  // A broadcast that has as many as it may have gets no further one.
  await insertChapter(db, broadcast.id, { title: category, atMs })
}
