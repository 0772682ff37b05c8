import type { Db } from '../open.ts'

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
}

/** Undefined while the broadcast is live, when nothing of it is recorded, and once its channel has deleted it. */
export async function findReplay(db: Db, id: string): Promise<ReplayRow | undefined> {
  const row = await selectReplays(db).where('broadcasts.id', '=', id).executeTakeFirst()
  return row && toReplay(row)
}

/** The replays of a channel whose broadcast began before `beforeMs`, latest first. */
export async function listReplays(
  db: Db,
  username: string,
  page: { limit: number; beforeMs: number | undefined },
): Promise<ReplayRow[]> {
  const rows = await selectReplays(db)
    .where('broadcasts.username', '=', username)
    .where('broadcasts.started_at_ms', '<', page.beforeMs ?? Number.MAX_SAFE_INTEGER)
    .orderBy('broadcasts.started_at_ms', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toReplay)
}

/** Whether there is recorded media of this time, and its channel has not deleted it. */
export async function isRecorded(db: Db, id: string, fromMs: number, untilMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('recorded_objects')
    .select('broadcast_id')
    .where('broadcast_id', '=', id)
    .where('rendition', '=', source)
    .where('started_at_ms', '<', untilMs)
    .where('ended_at_ms', '>', fromMs)
    .where('broadcast_id', 'not in', (query) => query.selectFrom('deleted_recordings').select('broadcast_id'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isRecordingDeleted(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('deleted_recordings')
    .select('broadcast_id')
    .where('broadcast_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** From now on, nothing of the recording can be played. Its objects are deleted by the processes that have the store. */
export async function deleteRecording(db: Db, id: string, nowMs: number): Promise<void> {
  await db
    .insertInto('deleted_recordings')
    .values({ broadcast_id: id, deleted_at_ms: nowMs })
    .onConflict((conflict) => conflict.column('broadcast_id').doNothing())
    .execute()
}

function selectReplays(db: Db) {
  return db
    .selectFrom('broadcasts')
    .innerJoin('recorded_objects', 'recorded_objects.broadcast_id', 'broadcasts.id')
    .leftJoin('broadcast_figures', 'broadcast_figures.broadcast_id', 'broadcasts.id')
    .select(['broadcasts.id', 'broadcasts.username', 'broadcast_figures.title'])
    .select((eb) => [
      eb.fn.min<number>('recorded_objects.started_at_ms').as('first_ms'),
      eb.fn.max<number>('recorded_objects.ended_at_ms').as('last_ms'),
      eb.fn.sum<number | string>('recorded_objects.plays_ms').as('plays_ms'),
    ])
    .where('recorded_objects.rendition', '=', source)
    .where('broadcasts.ended_at_ms', 'is not', null)
    .where('broadcasts.id', 'not in', (query) => query.selectFrom('deleted_recordings').select('broadcast_id'))
    .groupBy(['broadcasts.id', 'broadcasts.username', 'broadcasts.started_at_ms', 'broadcast_figures.title'])
}

function toReplay(row: Awaited<ReturnType<ReturnType<typeof selectReplays>['executeTakeFirstOrThrow']>>): ReplayRow {
  return {
    id: row.id,
    username: row.username,
    title: row.title ?? '',
    startedAtMs: row.first_ms,
    endedAtMs: row.last_ms,
    playsMs: Number(row.plays_ms),
  }
}
