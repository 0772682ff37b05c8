import type { Db } from '../open.ts'

/** A broadcast with its total figures. Times are milliseconds since 1970. */
export interface PastBroadcast {
  id: string
  username: string
  /** Empty when the channel had no title. */
  title: string
  startedAtMs: number
  lastMediaAtMs: number
  /** Null while it is live. */
  endedAtMs: number | null
  peakViewers: number
  viewerMs: number
  messages: number
  newFollowers: number
  replayViews: number
  permlink: string | null
  /** Null until the payout is final and has been read. */
  paidOut: string | null
}

/** A channel's broadcasts that began from `sinceMs` on and before `beforeMs`, latest first. */
export async function listPastBroadcasts(
  db: Db,
  username: string,
  page: { limit: number; sinceMs?: number; beforeMs?: number | undefined },
): Promise<PastBroadcast[]> {
  const rows = await selectPast(db)
    .where('broadcasts.username', '=', username)
    .where('broadcasts.started_at_ms', '>=', page.sinceMs ?? 0)
    .where('broadcasts.started_at_ms', '<', page.beforeMs ?? Number.MAX_SAFE_INTEGER)
    .orderBy('broadcasts.started_at_ms', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toPast)
}

/** One broadcast of this channel; undefined when it belongs to another channel. */
export async function findPastBroadcast(db: Db, username: string, id: string): Promise<PastBroadcast | undefined> {
  const row = await selectPast(db)
    .where('broadcasts.username', '=', username)
    .where('broadcasts.id', '=', id)
    .executeTakeFirst()
  return row && toPast(row)
}

function selectPast(db: Db) {
  return db
    .selectFrom('broadcasts')
    .leftJoin('broadcast_figures', 'broadcast_figures.broadcast_id', 'broadcasts.id')
    .leftJoin('replay_figures', 'replay_figures.broadcast_id', 'broadcasts.id')
    .leftJoin('announcements', (join) =>
      join
        .onRef('announcements.broadcast_id', '=', 'broadcasts.id')
        .on('announcements.published_at_ms', 'is not', null),
    )
    .select((eb) => [
      'broadcasts.id',
      'broadcasts.username',
      'broadcasts.started_at_ms',
      'broadcasts.last_media_at_ms',
      'broadcasts.ended_at_ms',
      'broadcasts.peak_viewers',
      'broadcast_figures.title',
      'broadcast_figures.viewer_ms',
      'broadcast_figures.messages',
      'broadcast_figures.paid_out',
      'replay_figures.views as replay_views',
      'announcements.permlink',
      eb
        .selectFrom('follows')
        .select((inner) => inner.fn.countAll<number | string>().as('count'))
        .whereRef('follows.channel', '=', 'broadcasts.username')
        .whereRef('follows.created_at_ms', '>=', 'broadcasts.started_at_ms')
        .where((inner) =>
          inner.or([
            inner('broadcasts.ended_at_ms', 'is', null),
            inner('follows.created_at_ms', '<=', inner.ref('broadcasts.ended_at_ms')),
          ]),
        )
        .as('new_followers'),
    ])
}

function toPast(row: Awaited<ReturnType<ReturnType<typeof selectPast>['executeTakeFirstOrThrow']>>): PastBroadcast {
  return {
    id: row.id,
    username: row.username,
    title: row.title ?? '',
    startedAtMs: row.started_at_ms,
    lastMediaAtMs: row.last_media_at_ms,
    endedAtMs: row.ended_at_ms,
    peakViewers: row.peak_viewers,
    viewerMs: Math.max(0, row.viewer_ms ?? 0),
    messages: row.messages ?? 0,
    newFollowers: Number(row.new_followers ?? 0),
    replayViews: row.replay_views ?? 0,
    permlink: row.permlink,
    paidOut: row.paid_out,
  }
}
