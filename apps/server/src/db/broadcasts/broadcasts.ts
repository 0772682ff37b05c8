import type { Db } from '../open.ts'

/** What a process needs to continue the playlists of another process. */
export interface PlaylistState {
  /** Above every number that the playlists have used, or will use before the next save. */
  nextNumber: number
  targetDurationS: number
  partTargetMs: number
}

/** A broadcast with its channel's title, description and so on, for listings and the watch page. */
export interface BroadcastRow {
  id: string
  username: string
  startedAtMs: number
  lastMediaAtMs: number
  awaySinceMs: number | null
  /** The encoder is away because the streamer stopped it. */
  isStopped: boolean
  endedAtMs: number | null
  thumbnailAtMs: number | null
  playlists: PlaylistState
  title: string | null
  description: string | null
  category: string | null
  language: string | null
  tags: string[]
}

/** A live row without media for this long belongs to a process that died. */
export const staleAfterMs = 75_000

/** A broadcast on air is saved at least every ten seconds; the clocks of two machines may differ by half a minute. */
const saveOverdueMs = 45_000

export async function insertBroadcast(
  db: Db,
  broadcast: { id: string; username: string; startedAtMs: number; playlists: PlaylistState },
): Promise<void> {
  await db
    .insertInto('broadcasts')
    .values({
      id: broadcast.id,
      username: broadcast.username,
      started_at_ms: broadcast.startedAtMs,
      last_media_at_ms: broadcast.startedAtMs,
      away_since_ms: null,
      ended_at_ms: null,
      thumbnail_at_ms: null,
      ...playlistColumns(broadcast.playlists),
    })
    .execute()
}

/** What is saved again and again while a broadcast runs. */
export interface BroadcastCheckpoint {
  lastMediaAtMs: number
  /** Null while the encoder delivers. */
  awaySinceMs: number | null
  /** The encoder is away because the streamer stopped it. */
  isStopped?: boolean
  playlists: PlaylistState
}

/**
 * A broadcast that delivers becomes live again even if it had been ended as stale. One whose encoder is away is not updated once it
 * has ended, or once another process has saved newer media. With a `holder`, nothing is saved unless that holder has the lease.
 */
export async function saveCheckpoint(
  db: Db,
  id: string,
  checkpoint: BroadcastCheckpoint,
  holder?: string,
): Promise<void> {
  const held = (name: string) => db.selectFrom('broadcast_leases').select('username').where('holder', '=', name)
  const update = db
    .updateTable('broadcasts')
    .set({
      last_media_at_ms: checkpoint.lastMediaAtMs,
      away_since_ms: checkpoint.awaySinceMs,
      is_stopped: checkpoint.isStopped ? 1 : 0,
      ended_at_ms: null,
      ...playlistColumns(checkpoint.playlists),
    })
    .where('id', '=', id)
    .$if(holder !== undefined, (query) => query.where('username', 'in', held(holder ?? '')))
  const isDelivering = checkpoint.awaySinceMs === null
  const updateWhileAway = update
    .where('ended_at_ms', 'is', null)
    .where('last_media_at_ms', '<=', checkpoint.lastMediaAtMs)
  await (isDelivering ? update : updateWhileAway).execute()
}

/** Saves when the newest available thumbnail was taken. */
export async function saveThumbnailTime(db: Db, id: string, takenAtMs: number): Promise<void> {
  await db.updateTable('broadcasts').set({ thumbnail_at_ms: takenAtMs }).where('id', '=', id).execute()
}

/** Does nothing when another process has saved media after `lastMediaAtMs`. */
export async function endBroadcast(db: Db, id: string, endedAtMs: number, lastMediaAtMs: number): Promise<void> {
  await db
    .updateTable('broadcasts')
    .set({ ended_at_ms: endedAtMs, away_since_ms: null })
    .where('id', '=', id)
    .where('ended_at_ms', 'is', null)
    .where('last_media_at_ms', '<=', lastMediaAtMs)
    .execute()
}

/** Live rows whose process died, or could not reach the database for a long time. */
export async function listStaleBroadcasts(db: Db, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select('id')
    .where('ended_at_ms', 'is', null)
    .where('last_media_at_ms', '<', nowMs - staleAfterMs)
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends those of the broadcasts that are still stale. */
export async function endStaleBroadcasts(db: Db, ids: string[], nowMs: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('broadcasts')
    .set((eb) => ({ ended_at_ms: eb.ref('last_media_at_ms'), away_since_ms: null }))
    .where('id', 'in', ids)
    .where('ended_at_ms', 'is', null)
    .where('last_media_at_ms', '<', nowMs - staleAfterMs)
    .execute()
}

export async function listLiveBroadcasts(db: Db, nowMs: number): Promise<BroadcastRow[]> {
  const rows = await selectBroadcasts(db)
    .where('broadcasts.ended_at_ms', 'is', null)
    .where('broadcasts.last_media_at_ms', '>=', nowMs - staleAfterMs)
    .orderBy('broadcasts.started_at_ms', 'desc')
    .limit(1000)
    .execute()
  return rows.map(toBroadcast)
}

export async function findBroadcast(db: Db, id: string): Promise<BroadcastRow | undefined> {
  const row = await selectBroadcasts(db).where('broadcasts.id', '=', id).executeTakeFirst()
  return row && toBroadcast(row)
}

/** The channel's live broadcast, if it has one. */
export async function findLiveBroadcast(db: Db, username: string, nowMs: number): Promise<BroadcastRow | undefined> {
  const row = await selectBroadcasts(db)
    .where('broadcasts.username', '=', username)
    .where('broadcasts.ended_at_ms', 'is', null)
    .where('broadcasts.last_media_at_ms', '>=', nowMs - staleAfterMs)
    .orderBy('broadcasts.started_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toBroadcast(row)
}

/** The channel's newest broadcast, once it is over. One whose process died ended with its last media. */
export async function findLastBroadcast(
  db: Db,
  username: string,
): Promise<{ id: string; title: string; startedAtMs: number; endedAtMs: number } | undefined> {
  const row = await db
    .selectFrom('broadcasts')
    .leftJoin('broadcast_figures', 'broadcast_figures.broadcast_id', 'broadcasts.id')
    .select(['broadcasts.id', 'started_at_ms', 'ended_at_ms', 'last_media_at_ms', 'broadcast_figures.title'])
    .where('username', '=', username)
    .orderBy('started_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      title: row.title ?? '',
      startedAtMs: row.started_at_ms,
      endedAtMs: row.ended_at_ms ?? row.last_media_at_ms,
    }
  )
}

/** How many broadcasts a channel has made. */
export async function countBroadcasts(db: Db, username: string): Promise<number> {
  const row = await db
    .selectFrom('broadcasts')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether the broadcast is on air or its encoder may still return. */
export function isLive(broadcast: BroadcastRow, nowMs: number): boolean {
  return broadcast.endedAtMs === null && broadcast.lastMediaAtMs >= nowMs - staleAfterMs
}

/** Whether the encoder is away, or the process that holds the broadcast, which should have saved by now. */
export function isAway(broadcast: BroadcastRow, nowMs: number): boolean {
  return broadcast.awaySinceMs !== null || broadcast.lastMediaAtMs < nowMs - saveOverdueMs
}

function selectBroadcasts(db: Db) {
  return db
    .selectFrom('broadcasts')
    .leftJoin('channels', 'channels.username', 'broadcasts.username')
    .select([
      'broadcasts.id',
      'broadcasts.username',
      'broadcasts.started_at_ms',
      'broadcasts.last_media_at_ms',
      'broadcasts.away_since_ms',
      'broadcasts.is_stopped',
      'broadcasts.ended_at_ms',
      'broadcasts.thumbnail_at_ms',
      'broadcasts.next_number',
      'broadcasts.target_duration_s',
      'broadcasts.part_target_ms',
      'channels.title',
      'channels.description',
      'channels.category',
      'channels.language',
      'channels.tags',
    ])
}

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectBroadcasts>['executeTakeFirstOrThrow']>>

function toBroadcast(row: SelectedRow): BroadcastRow {
  return {
    id: row.id,
    username: row.username,
    startedAtMs: row.started_at_ms,
    lastMediaAtMs: row.last_media_at_ms,
    awaySinceMs: row.away_since_ms,
    // A process of the previous release clears only the first of the two columns.
    isStopped: row.away_since_ms !== null && row.is_stopped === 1,
    endedAtMs: row.ended_at_ms,
    thumbnailAtMs: row.thumbnail_at_ms,
    playlists: {
      nextNumber: row.next_number,
      targetDurationS: row.target_duration_s,
      partTargetMs: row.part_target_ms,
    },
    title: row.title,
    description: row.description,
    category: row.category,
    language: row.language,
    tags: row.tags === null ? [] : (JSON.parse(row.tags) as string[]),
  }
}

function playlistColumns({ nextNumber, targetDurationS, partTargetMs }: PlaylistState) {
  return { next_number: nextNumber, target_duration_s: targetDurationS, part_target_ms: partTargetMs }
}
