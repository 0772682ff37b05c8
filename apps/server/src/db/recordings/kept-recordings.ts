import { type SqlBool, sql } from 'kysely'
import type { Db } from '../open.ts'
import { isNotDeleted } from './not-deleted.ts'
import { listBytesOfClips } from './recordings.ts'

const dayMs = 24 * 60 * 60_000

/** A recording that is kept, of a broadcast that is over. */
export interface KeptRecording {
  broadcastId: string
  username: string
  bytes: number
  isPinned: boolean
  endedAtMs: number
}

/**
 * Those that have been kept for as long as the site, or their channel, keeps replays, of one channel or of all. Pinned ones are kept as
 * long as the site does.
 */
export async function listExpiredRecordings(
  db: Db,
  { nowMs, keepDays, username }: { nowMs: number; keepDays: number; username?: string | undefined },
): Promise<KeptRecording[]> {
  const rows = await selectKept(db, username)
    .leftJoin('recording_settings', 'recording_settings.username', 'recordings.username')
    .where(sql<SqlBool>`${expiryOf(keepDays)} < cast(${nowMs} as bigint)`)
    .orderBy('broadcasts.ended_at_ms')
    .execute()
  return rows.map(toKept)
}

/** All of them, with when they will have been kept for long enough. */
export async function listExpiries(db: Db, keepDays: number): Promise<(KeptRecording & { expiresAtMs: number })[]> {
  const rows = await selectKept(db, undefined)
    .leftJoin('recording_settings', 'recording_settings.username', 'recordings.username')
    .select(expiryOf(keepDays).as('expires_at_ms'))
    .execute()
  return rows.map((row) => ({ ...toKept(row), expiresAtMs: Number(row.expires_at_ms) }))
}

/** What a channel chooses shortens the time, except for what it has pinned. */
function expiryOf(keepDays: number) {
  return sql<number | string>`broadcasts.ended_at_ms + cast(${dayMs} as bigint) *
    case when recordings.is_pinned = 0 and recording_settings.keep_days < cast(${keepDays} as bigint)
    then recording_settings.keep_days else cast(${keepDays} as bigint) end`
}

/** The oldest first; of one channel, or of all. */
export async function listKeptRecordings(db: Db, username?: string): Promise<KeptRecording[]> {
  const rows = await selectKept(db, username).orderBy('broadcasts.ended_at_ms').execute()
  return rows.map(toKept)
}

/** The channels that have recordings, and how much these take, with what is kept for clips. */
export async function listRecordedChannels(db: Db): Promise<{ username: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('recordings')
    .select(({ fn }) => ['username', fn.sum<number | string>('bytes').as('bytes')])
    .where(isNotDeleted)
    .groupBy('username')
    .execute()
  const sums = new Map(rows.map(({ username, bytes }) => [username, Number(bytes)]))
  for (const { username, bytes } of await listBytesOfClips(db)) sums.set(username, (sums.get(username) ?? 0) + bytes)
  return Array.from(sums, ([username, bytes]) => ({ username, bytes }))
}

function selectKept(db: Db, username: string | undefined) {
  return db
    .selectFrom('recordings')
    .innerJoin('broadcasts', 'broadcasts.id', 'recordings.broadcast_id')
    .select([
      'recordings.broadcast_id',
      'recordings.username',
      'recordings.bytes',
      'recordings.is_pinned',
      'broadcasts.ended_at_ms',
    ])
    .where('broadcasts.ended_at_ms', 'is not', null)
    .where(isNotDeleted)
    .$if(username !== undefined, (query) => query.where('recordings.username', '=', username ?? ''))
}

function toKept(row: {
  broadcast_id: string
  username: string
  bytes: number
  is_pinned: number
  ended_at_ms: number | null
}): KeptRecording {
  return {
    broadcastId: row.broadcast_id,
    username: row.username,
    bytes: row.bytes,
    isPinned: row.is_pinned === 1,
    endedAtMs: row.ended_at_ms ?? 0,
  }
}
