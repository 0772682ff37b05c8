import type { Db } from '../open.ts'

const dayMs = 24 * 60 * 60_000

/** A recording that is kept, of a broadcast that is over. */
export interface KeptRecording {
  broadcastId: string
  username: string
  bytes: number
  isPinned: boolean
  endedAtMs: number
}

/** Those that have been kept for as long as the site, or their channel, keeps replays. Pinned ones are kept as long as the site does. */
export async function listExpiredRecordings(
  db: Db,
  { nowMs, keepDays }: { nowMs: number; keepDays: number },
): Promise<KeptRecording[]> {
  const rows = await selectKept(db)
    .leftJoin('recording_settings', 'recording_settings.username', 'recordings.username')
    .select('recording_settings.keep_days')
    .execute()
  return rows.flatMap((row) => {
    const recording = toKept(row)
    const days = recording.isPinned ? keepDays : Math.min(keepDays, row.keep_days ?? keepDays)
    return recording.endedAtMs < nowMs - days * dayMs ? [recording] : []
  })
}

/** The oldest first; of one channel, or of all. */
export async function listKeptRecordings(db: Db, username?: string): Promise<KeptRecording[]> {
  const rows = await selectKept(db)
    .$if(username !== undefined, (query) => query.where('recordings.username', '=', username ?? ''))
    .orderBy('broadcasts.ended_at_ms')
    .execute()
  return rows.map(toKept)
}

/** The channels that have recordings, and how much these take. */
export async function listRecordedChannels(db: Db): Promise<{ username: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('recordings')
    .select(({ fn }) => ['username', fn.sum<number | string>('bytes').as('bytes')])
    .where('broadcast_id', 'not in', (query) => query.selectFrom('deleted_recordings').select('broadcast_id'))
    .groupBy('username')
    .execute()
  return rows.map(({ username, bytes }) => ({ username, bytes: Number(bytes) }))
}

function selectKept(db: Db) {
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
    .where('recordings.broadcast_id', 'not in', (query) =>
      query.selectFrom('deleted_recordings').select('broadcast_id'),
    )
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
