import type { Chapter as ChapterAnswer } from '@waggle/contract/replays/chapter-endpoints'
import { replayLimits } from '@waggle/contract/replays/limits'
import type { FastifyInstance } from 'fastify'
import { findBroadcast, isLive } from '../../../db/broadcasts/broadcasts.ts'
import { type Chapter, insertChapter, listChapters, replaceChapters } from '../../../db/recordings/chapters/chapters.ts'
import { listCuts } from '../../../db/recordings/cuts.ts'
import { findRecordingStart, findReplay, type ReplayRow } from '../../../db/recordings/replays.ts'
import type { Stretch } from '../../../db/recordings/stretch.ts'
import { Refusal } from '../../../http/refusal.ts'
import { route } from '../../../http/route.ts'
import type { CoreContext } from '../../context.ts'

const { chapterMinMs, chaptersMax } = replayLimits

/** A picture may be from after the time of the last call, because clocks are read at different moments. */
const futureMs = 5000

/** What a channel writes of the chapters of its broadcasts (rules CHAPTER-1 to CHAPTER-3). */
export function chapterRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'beginChapter', async ({ params, body, session }) => {
    const { streamId } = params
    const broadcast = await findBroadcast(db, streamId)
    if (broadcast?.username !== session.username || !isLive(broadcast, now())) throw new Refusal('stream_not_found')
    const fromMs = context.config.recordings === 'off' ? undefined : await findRecordingStart(db, streamId)
    const atMs = body.at ?? now()
    if (fromMs === undefined || atMs < fromMs || atMs > now() + futureMs) throw new Refusal('chapter_not_recorded')
    const chapter = { title: body.title, atMs: afterCuts(atMs, await listCuts(db, streamId)) }
    if (!(await insertChapter(db, streamId, chapter))) throw new Refusal('chapters_too_many')
    return toAnswer(chapter)
  })

  route(app, context, 'saveChapters', async ({ params, body, session }) => {
    const { streamId } = params
    const replay = await findReplay(db, streamId)
    if (replay?.username !== session.username) throw new Refusal('stream_not_found')
    if (body.chapters.length > chaptersMax) throw new Refusal('chapters_too_many')
    const chapters = body.chapters.map(({ title, at }) => ({ title, atMs: at })).sort((a, b) => a.atMs - b.atMs)
    const cuts = await listCuts(db, streamId)
    const isRecorded = ({ atMs }: Chapter) =>
      atMs >= replay.startedAtMs && atMs <= replay.endedAtMs && afterCuts(atMs, cuts) === atMs
    if (!chapters.every(isRecorded)) throw new Refusal('chapter_not_recorded')
    if (chapters.some(({ atMs }, index) => atMs - (chapters[index - 1]?.atMs ?? -Infinity) < chapterMinMs)) {
      throw new Refusal('chapters_too_close')
    }
    await replaceChapters(db, streamId, chapters)
    return { chapters: chapters.map(toAnswer) }
  })
}

/** The chapters of a replay. The one that its first picture belongs to begins with that. */
export async function chaptersOf(
  { db }: Pick<CoreContext, 'db'>,
  { id, startedAtMs, endedAtMs }: Pick<ReplayRow, 'id' | 'startedAtMs' | 'endedAtMs'>,
): Promise<ChapterAnswer[]> {
  const all = await listChapters(db, id)
  const first = Math.max(
    0,
    all.findLastIndex(({ atMs }) => atMs <= startedAtMs),
  )
  return all
    .slice(first)
    .filter(({ atMs }) => atMs <= endedAtMs)
    .map(({ title, atMs }) => toAnswer({ title, atMs: Math.max(atMs, startedAtMs) }))
}

/** This moment or, where it was cut out, the end of the cut. */
function afterCuts(atMs: number, cuts: readonly Stretch[]): number {
  const cut = cuts.find(({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs)
  return cut ? afterCuts(cut.untilMs, cuts) : atMs
}

function toAnswer({ title, atMs }: Chapter): ChapterAnswer {
  return { title, at: atMs }
}
