import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { isNotDeleted } from './not-deleted.ts'
import type { ObjectContents } from './recorded-objects.ts'

/** The rendition that every recording has. */
const source = 'source'

/** A recorded broadcast that is over. Times are milliseconds since 1970. */
export interface ReplayRow {
  id: string
  username: string
  /** Empty when the channel had no title. */
  title: string
  /** When the first recorded picture was taken, and the last one ended. */
  startedAtMs: number
  endedAtMs: number
  /** The time of all its media. */
  playsMs: number
  views: number
  bytes: number
  isPublic: boolean
  isPinned: boolean
  /** Whether there are pictures of it. */
  hasPictures: boolean
  /** The moment of the picture that its channel has chosen; null: none was chosen. */
  pictureAtMs: number | null
}

/** Undefined while the broadcast is live, when nothing of it is recorded, and once its channel has deleted it. */
export async function findReplay(db: Db, id: string): Promise<ReplayRow | undefined> {
  const row = await selectReplays(db).where('broadcasts.id', '=', id).executeTakeFirst()
  return row && toReplay(row)
}

/** The replays of a channel that everybody may watch and that begin before `beforeMs`, latest first. */
export async function listReplays(
  db: Db,
  username: string,
  page: { limit: number; beforeMs: number | undefined },
): Promise<ReplayRow[]> {
  const rows = await selectReplays(db)
    .where('broadcasts.username', '=', username)
    .where('recordings.is_public', '=', 1)
    .having(({ fn }) => fn.min('recorded_objects.started_at_ms'), '<', page.beforeMs ?? Number.MAX_SAFE_INTEGER)
    .orderBy('first_ms', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toReplay)
}

/** What the recordings of a channel are ordered by: the greatest first, and of equal ones the latest. */
type Measure = 'startedAtMs' | 'playsMs' | 'bytes' | 'views'

/** All replays of a channel, or those that are public or pinned (or are not); of `ids` alone, if given. */
export async function listOwnReplays(
  db: Db,
  username: string,
  page: {
    limit: number
    /** Where the page before ended. */
    after: { value: number; startedAtMs: number } | undefined
    by: Measure
    /** The least first. */
    isAscending?: boolean
    isPublic?: boolean | undefined
    isPinned?: boolean | undefined
    ids?: string[] | undefined
  },
): Promise<ReplayRow[]> {
  const { limit, after, by, isAscending = false, isPublic, isPinned, ids } = page
  if (ids?.length === 0) return []
  const rows = await selectReplays(db)
    .where('broadcasts.username', '=', username)
    .$if(isPublic !== undefined, (query) => query.where('recordings.is_public', '=', Number(isPublic)))
    .$if(isPinned !== undefined, (query) => query.where('recordings.is_pinned', '=', Number(isPinned)))
    .$if(ids !== undefined, (query) => query.where('broadcasts.id', 'in', ids ?? []))
    .$if(after !== undefined, (query) =>
      query.having((eb) => {
        const { value = 0, startedAtMs = 0 } = after ?? {}
        return eb.or([
          eb(measures[by], isAscending ? '>' : '<', value),
          eb.and([eb(measures[by], '=', value), eb(measures.startedAtMs, '<', startedAtMs)]),
        ])
      }),
    )
    .orderBy(measures[by], isAscending ? 'asc' : 'desc')
    .orderBy(measures.startedAtMs, 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReplay)
}

const measures = {
  startedAtMs: sql<number>`min(recorded_objects.started_at_ms)`,
  playsMs: sql<number>`cast(sum(recorded_objects.plays_ms) as bigint)`,
  bytes: sql<number>`recordings.bytes`,
  views: sql<number>`cast(coalesce(replay_figures.views, 0) as bigint)`,
} as const satisfies Record<Measure, unknown>

/** The replays of the same channel before and after this one that everybody may watch. */
export async function findNeighbours(
  db: Db,
  { username, startedAtMs }: Pick<ReplayRow, 'username' | 'startedAtMs'>,
): Promise<{ previous: ReplayRow | undefined; next: ReplayRow | undefined }> {
  const [[previous], later] = await Promise.all([
    listReplays(db, username, { limit: 1, beforeMs: startedAtMs }),
    selectReplays(db)
      .where('broadcasts.username', '=', username)
      .where('recordings.is_public', '=', 1)
      .having(({ fn }) => fn.min('recorded_objects.started_at_ms'), '>', startedAtMs)
      .orderBy('first_ms')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { previous, next: later && toReplay(later) }
}

/** The latest replays of the channels that a user follows, that everybody may watch. */
export async function listFollowedReplays(db: Db, follower: string, limit: number): Promise<ReplayRow[]> {
  const rows = await selectReplays(db)
    .where('recordings.is_public', '=', 1)
    .where('broadcasts.username', 'in', (query) =>
      query.selectFrom('follows').select('follows.channel').where('follows.follower', '=', follower),
    )
    .orderBy('first_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReplay)
}

/** All replays that everybody may watch, and when their broadcasts ended; the latest first. */
export async function listPublicReplays(db: Db, limit: number): Promise<{ id: string; endedAtMs: number }[]> {
  const rows = await db
    .selectFrom('recordings')
    .innerJoin('broadcasts', 'broadcasts.id', 'recordings.broadcast_id')
    .select(['broadcasts.id', 'broadcasts.ended_at_ms'])
    .where('recordings.is_public', '=', 1)
    .where('recordings.bytes', '>', 0)
    .where('broadcasts.ended_at_ms', 'is not', null)
    .where(isNotDeleted)
    .orderBy('broadcasts.ended_at_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, ended_at_ms }) => ({ id, endedAtMs: ended_at_ms ?? 0 }))
}

/** The time of the first recorded picture of a broadcast, milliseconds since 1970; undefined while nothing of it is stored. */
export async function findRecordingStart(db: Db, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('recorded_objects')
    .select('started_at_ms')
    .where('broadcast_id', '=', id)
    .where('rendition', '=', source)
    .orderBy('first_sequence')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at_ms
}

/**
 * How far into the replay of a broadcast the picture of a moment is, in seconds of what plays: interruptions and what was cut out do not
 * count.
 */
export async function findPosition(db: Db, id: string, atMs: number): Promise<number> {
  const objects = db
    .selectFrom('recorded_objects')
    .where('broadcast_id', '=', id)
    .where('rendition', '=', source)
    .where('started_at_ms', '<', atMs)
  const [before, within] = await Promise.all([
    objects
      .where('ended_at_ms', '<=', atMs)
      .select(({ fn }) => fn.sum<number | string | null>('plays_ms').as('plays_ms'))
      .executeTakeFirst(),
    objects.where('ended_at_ms', '>', atMs).select('contents').execute(),
  ])
  const segments = within.flatMap(({ contents }) => (JSON.parse(contents) as ObjectContents).segments)
  const ms = segments.reduce(
    (sum, { startedAtMs, durationS }) => sum + Math.min(durationS * 1000, Math.max(0, atMs - startedAtMs)),
    Number(before?.plays_ms ?? 0),
  )
  return Math.round(ms) / 1000
}

/** What is known of a broadcast whose media of some time is wanted. */
interface RecordedTime {
  /** The broadcast has ended. */
  isOver: boolean
  /** Its channel has deleted what was recorded. */
  isDeleted: boolean
  /** Everybody may watch the recording. */
  isPublic: boolean
  /** There is recorded media of this time. */
  isRecorded: boolean
}

/** Undefined when there is no such broadcast. */
export async function findRecordedTime(
  db: Db,
  id: string,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<RecordedTime | undefined> {
  const row = await db
    .selectFrom('broadcasts')
    .leftJoin('recordings', 'recordings.broadcast_id', 'broadcasts.id')
    .select((eb) => [
      'ended_at_ms',
      'recordings.is_public',
      eb
        .exists(eb.selectFrom('deleted_recordings').select('broadcast_id').where('broadcast_id', '=', id))
        .as('is_deleted'),
      eb
        .exists(
          eb
            .selectFrom('recorded_objects')
            .select('broadcast_id')
            .where('broadcast_id', '=', id)
            .where('rendition', '=', source)
            .where('recorded_objects.started_at_ms', '<', untilMs)
            .where('recorded_objects.ended_at_ms', '>', fromMs),
        )
        .as('is_recorded'),
    ])
    .where('broadcasts.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      isOver: row.ended_at_ms !== null,
      isDeleted: Boolean(row.is_deleted),
      isPublic: row.is_public !== 0,
      isRecorded: Boolean(row.is_recorded),
    }
  )
}

function selectReplays(db: Db) {
  return db
    .selectFrom('recordings')
    .innerJoin('broadcasts', 'broadcasts.id', 'recordings.broadcast_id')
    .innerJoin('recorded_objects', 'recorded_objects.broadcast_id', 'recordings.broadcast_id')
    .leftJoin('broadcast_figures', 'broadcast_figures.broadcast_id', 'recordings.broadcast_id')
    .leftJoin('replay_figures', 'replay_figures.broadcast_id', 'recordings.broadcast_id')
    .select([
      'broadcasts.id',
      'broadcasts.username',
      'recordings.bytes',
      'recordings.is_public',
      'recordings.is_pinned',
      'recordings.title',
      'recordings.picture_at_ms',
      'broadcast_figures.title as broadcast_title',
      'replay_figures.views',
    ])
    .select((eb) => [
      eb.fn.min<number>('recorded_objects.started_at_ms').as('first_ms'),
      eb.fn.max<number>('recorded_objects.ended_at_ms').as('last_ms'),
      eb.fn.sum<number | string>('recorded_objects.plays_ms').as('plays_ms'),
      eb.fn.count<number | string>('recorded_objects.picture_at_ms').as('pictures'),
    ])
    .where('recorded_objects.rendition', '=', source)
    .where('broadcasts.ended_at_ms', 'is not', null)
    .where(isNotDeleted)
    .groupBy([
      'broadcasts.id',
      'broadcasts.username',
      'recordings.bytes',
      'recordings.is_public',
      'recordings.is_pinned',
      'recordings.title',
      'recordings.picture_at_ms',
      'broadcast_figures.title',
      'replay_figures.views',
    ])
}

function toReplay(row: Awaited<ReturnType<ReturnType<typeof selectReplays>['executeTakeFirstOrThrow']>>): ReplayRow {
  return {
    id: row.id,
    username: row.username,
    title: row.title ?? row.broadcast_title ?? '',
    startedAtMs: row.first_ms,
    endedAtMs: row.last_ms,
    playsMs: Number(row.plays_ms),
    views: row.views ?? 0,
    bytes: row.bytes,
    isPublic: row.is_public === 1,
    isPinned: row.is_pinned === 1,
    hasPictures: Number(row.pictures) > 0,
    pictureAtMs: row.picture_at_ms,
  }
}
