import type { ClipOrder } from '@waggle/contract/clips/endpoints'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'
import { type Stretch, stretchMarginMs } from './stretch.ts'

/** A stretch of a recorded broadcast that somebody marked and named. */
export interface Clip {
  id: string
  broadcastId: string
  channel: string
  maker: string
  title: string
  /** Of its first and last picture, milliseconds since 1970. */
  startsMs: number
  endsMs: number
  /** The same by the clock of the media, which is exact; null where the player of its maker did not know. */
  startsMediaMs: number | null
  endsMediaMs: number | null
  createdAtMs: number
}

export interface ClipRow extends Clip {
  views: number
  /** Everybody may watch it: its broadcast is live, or was published. */
  isPublic: boolean
  /** The recording that it is of can be watched. */
  hasReplay: boolean
}

/** What is played of a recording to show the clip. */
export function stretchOf({ startsMs, endsMs }: Pick<Clip, 'startsMs' | 'endsMs'>): Stretch {
  return { fromMs: startsMs - stretchMarginMs, untilMs: endsMs + stretchMarginMs }
}

export async function insertClip(db: Db, clip: Clip): Promise<void> {
  await db
    .insertInto('clips')
    .values({
      id: clip.id,
      broadcast_id: clip.broadcastId,
      channel: clip.channel,
      maker: clip.maker,
      title: clip.title,
      starts_ms: clip.startsMs,
      ends_ms: clip.endsMs,
      starts_media_ms: clip.startsMediaMs,
      ends_media_ms: clip.endsMediaMs,
      created_at_ms: clip.createdAtMs,
    })
    .execute()
}

export async function findClip(db: Db, id: string): Promise<ClipRow | undefined> {
  const row = await selectClips(db).where('clips.id', '=', id).executeTakeFirst()
  return row && toClip(row)
}

/** What comes after these of the last clip of the page before. */
export interface ClipPage {
  limit: number
  beforeMs: number | undefined
  /** Its views, where the most watched come first; otherwise the latest come first. */
  viewsBefore?: number | undefined
  order: ClipOrder
}

/** The clips of a channel that everybody may watch. */
export async function listClips(db: Db, channel: string, page: ClipPage): Promise<ClipRow[]> {
  const beforeMs = page.beforeMs ?? Number.MAX_SAFE_INTEGER
  const { viewsBefore = Number.MAX_SAFE_INTEGER } = page
  const rows = await selectPublicClips(db)
    .where('clips.channel', '=', channel)
    .$if(page.order === 'newest', (query) => query.where('clips.created_at_ms', '<', beforeMs))
    .$if(page.order === 'views', (query) =>
      query
        .where((eb) =>
          eb.or([
            eb(views, '<', viewsBefore),
            eb.and([eb(views, '=', viewsBefore), eb('clips.created_at_ms', '<', beforeMs)]),
          ]),
        )
        .orderBy(views, 'desc'),
    )
    .orderBy('clips.created_at_ms', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toClip)
}

/** The clips of the same channel beside this one in the list of the latest, which everybody may watch. */
export async function findClipNeighbours(
  db: Db,
  { channel, createdAtMs }: Pick<Clip, 'channel' | 'createdAtMs'>,
): Promise<{ previous: ClipRow | undefined; next: ClipRow | undefined }> {
  const [later, [next]] = await Promise.all([
    selectPublicClips(db)
      .where('clips.channel', '=', channel)
      .where('clips.created_at_ms', '>', createdAtMs)
      .orderBy('clips.created_at_ms')
      .limit(1)
      .executeTakeFirst(),
    listClips(db, channel, { limit: 1, beforeMs: createdAtMs, order: 'newest' }),
  ])
  return { previous: later && toClip(later), next }
}

/** The clips of a channel and those that its owner made, latest first, also those that nobody else may watch. */
export async function listOwnClips(
  db: Db,
  username: string,
  page: { limit: number; beforeMs: number | undefined },
): Promise<ClipRow[]> {
  const rows = await selectClips(db)
    .where((eb) => eb.or([eb('clips.channel', '=', username), eb('clips.maker', '=', username)]))
    .where('clips.created_at_ms', '<', page.beforeMs ?? Number.MAX_SAFE_INTEGER)
    .orderBy('clips.created_at_ms', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toClip)
}

/** The clips made since `sinceMs` that everybody may watch and somebody has watched, the most watched first. */
export async function listBestClips(
  db: Db,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<ClipRow[]> {
  const rows = await selectPublicClips(db)
    .where('clips.created_at_ms', '>=', sinceMs)
    .where('replay_figures.views', '>', 0)
    .orderBy('replay_figures.views', 'desc')
    .orderBy('clips.created_at_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toClip)
}

export async function countClips(db: Db, column: 'maker' | 'channel', username: string): Promise<number> {
  const { count } = await db
    .selectFrom('clips')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where(column, '=', username)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteClip(db: Db, id: string): Promise<void> {
  await db.deleteFrom('clips').where('id', '=', id).execute()
}

/** Deletes the clips of a broadcast; of a stretch of it, those that show anything of that. */
export async function deleteClipsOf(db: Db, broadcastId: string, stretch?: Stretch): Promise<void> {
  await db
    .deleteFrom('clips')
    .where('broadcast_id', '=', broadcastId)
    .$if(stretch !== undefined, (query) =>
      query
        .where('starts_ms', '<', (stretch?.untilMs ?? 0) + stretchMarginMs)
        .where('ends_ms', '>', (stretch?.fromMs ?? 0) - stretchMarginMs),
    )
    .execute()
}

/** Whether a recorded object has media of a clip. Such objects are kept for as long as the clip. */
export function isOfClip(eb: ExpressionBuilder<Database, 'recorded_objects'>) {
  return eb.exists(
    eb
      .selectFrom('clips')
      .select('clips.id')
      .whereRef('clips.broadcast_id', '=', 'recorded_objects.broadcast_id')
      .where((inner) => inner('clips.starts_ms', '<', inner('recorded_objects.ended_at_ms', '+', stretchMarginMs)))
      .where((inner) => inner('clips.ends_ms', '>', inner('recorded_objects.started_at_ms', '-', stretchMarginMs))),
  )
}

/** Nothing is counted before the first view. */
const views = sql<number>`coalesce(replay_figures.views, 0)`

function selectPublicClips(db: Db) {
  return selectClips(db).where((eb) =>
    eb.or([eb('broadcasts.ended_at_ms', 'is', null), eb('recordings.is_public', '=', 1)]),
  )
}

function selectClips(db: Db) {
  return db
    .selectFrom('clips')
    .innerJoin('broadcasts', 'broadcasts.id', 'clips.broadcast_id')
    .leftJoin('recordings', 'recordings.broadcast_id', 'clips.broadcast_id')
    .leftJoin('deleted_recordings', 'deleted_recordings.broadcast_id', 'clips.broadcast_id')
    .leftJoin('replay_figures', 'replay_figures.broadcast_id', 'clips.id')
    .select([
      'clips.id',
      'clips.broadcast_id',
      'clips.channel',
      'clips.maker',
      'clips.title',
      'clips.starts_ms',
      'clips.ends_ms',
      'clips.starts_media_ms',
      'clips.ends_media_ms',
      'clips.created_at_ms',
      'broadcasts.ended_at_ms',
      'recordings.is_public',
      'deleted_recordings.deleted_at_ms',
      'replay_figures.views',
    ])
}

function toClip(row: Awaited<ReturnType<ReturnType<typeof selectClips>['executeTakeFirstOrThrow']>>): ClipRow {
  const isOver = row.ended_at_ms !== null
  return {
    id: row.id,
    broadcastId: row.broadcast_id,
    channel: row.channel,
    maker: row.maker,
    title: row.title,
    startsMs: row.starts_ms,
    endsMs: row.ends_ms,
    startsMediaMs: row.starts_media_ms,
    endsMediaMs: row.ends_media_ms,
    createdAtMs: row.created_at_ms,
    views: row.views ?? 0,
    isPublic: !isOver || row.is_public === 1,
    hasReplay: isOver && row.deleted_at_ms === null,
  }
}
