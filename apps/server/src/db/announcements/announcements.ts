import type { AnnouncementProblem } from '@waggle/contract/hive/announcement-problems'
import type { Selectable } from 'kysely'
import type { Db } from '../open.ts'
import type { AnnouncementDatabase } from '../schema/announcement-schema.ts'

/**
 * 'waiting': not yet on the chain. 'published': on the chain. 'closing': its final version is being sent. 'finished': nothing is
 * left to do. 'abandoned': it is not on the chain and will not be sent any more.
 */
type AnnouncementState = 'waiting' | 'published' | 'closing' | 'finished' | 'abandoned'

export interface AnnouncementRow {
  broadcastId: string
  username: string
  permlink: string
  state: AnnouncementState
  isOwn: boolean
  draft: string | null
  sending: string | null
  problem: AnnouncementProblem | null
  attempts: number
  createdAtMs: number
}

const maxClaims = 20

export type AnnouncementChange = Partial<
  Pick<AnnouncementRow, 'state' | 'draft' | 'sending' | 'problem' | 'attempts'> & {
    nextAttemptAtMs: number
    publishedAtMs: number
  }
>

/** The permlink of a broadcast's post. It is always the same, so a post that is sent twice exists once. */
export function announcementPermlink(broadcastId: string): string {
  return `live-${broadcastId}`
}

/** Inserts rows for live broadcasts without one, for channels with announcements enabled. */
export async function enqueueAnnouncements(db: Db, freshSinceMs: number, nowMs: number): Promise<void> {
  const missing = await db
    .selectFrom('broadcasts')
    .innerJoin('announcement_settings', 'announcement_settings.username', 'broadcasts.username')
    .leftJoin('announcements', 'announcements.broadcast_id', 'broadcasts.id')
    .select(['broadcasts.id', 'broadcasts.username'])
    .where('broadcasts.ended_at_ms', 'is', null)
    .where('broadcasts.last_media_at_ms', '>=', freshSinceMs)
    .where('announcement_settings.is_enabled', '=', 1)
    .where('announcements.broadcast_id', 'is', null)
    .limit(100)
    .execute()
  for (const { id, username } of missing) await insertAnnouncement(db, { id, username }, false, nowMs)
}

/** Inserts the row of a broadcast unless it has one. */
export async function insertAnnouncement(
  db: Db,
  broadcast: { id: string; username: string },
  isOwn: boolean,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('announcements')
    .values({
      broadcast_id: broadcast.id,
      username: broadcast.username,
      permlink: announcementPermlink(broadcast.id),
      state: 'waiting',
      is_own: isOwn ? 1 : 0,
      draft: null,
      sending: null,
      problem: null,
      attempts: 0,
      next_attempt_at_ms: nowMs,
      created_at_ms: nowMs,
      published_at_ms: null,
    })
    .onConflict((conflict) => conflict.column('broadcast_id').doNothing())
    .execute()
}

/** Claims the rows that are due, until `untilMs`. No two processes claim the same row. */
export async function claimAnnouncements(db: Db, nowMs: number, untilMs: number): Promise<AnnouncementRow[]> {
  const due = await db
    .selectFrom('announcements')
    .innerJoin('broadcasts', 'broadcasts.id', 'announcements.broadcast_id')
    .select(['announcements.broadcast_id', 'announcements.next_attempt_at_ms'])
    .where('announcements.next_attempt_at_ms', '<=', nowMs)
    .where((eb) =>
      eb.or([
        eb('announcements.state', 'in', ['waiting', 'closing']),
        // A published post waits for its broadcast to end.
        eb.and([eb('announcements.state', '=', 'published'), eb('broadcasts.ended_at_ms', 'is not', null)]),
      ]),
    )
    .orderBy('announcements.next_attempt_at_ms')
    .limit(maxClaims)
    .execute()
  const claimed: AnnouncementRow[] = []
  for (const { broadcast_id, next_attempt_at_ms } of due) {
    const row = await db
      .updateTable('announcements')
      .set({ next_attempt_at_ms: untilMs })
      .where('broadcast_id', '=', broadcast_id)
      .where('next_attempt_at_ms', '=', next_attempt_at_ms)
      .returningAll()
      .executeTakeFirst()
    if (row) claimed.push(toAnnouncement(row))
  }
  return claimed
}

/** Saves what is about to be sent. False when the streamer has taken over the post in the meantime. */
export async function startSending(db: Db, broadcastId: string, sending: string, draft: string): Promise<boolean> {
  const row = await db
    .updateTable('announcements')
    .set({ sending, draft })
    .where('broadcast_id', '=', broadcastId)
    .where('is_own', '=', 0)
    .returning('broadcast_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Updates a claimed row. Setting `nextAttemptAtMs` releases the claim. */
export async function updateAnnouncement(db: Db, broadcastId: string, change: AnnouncementChange): Promise<void> {
  const { state, draft, sending, problem, attempts, nextAttemptAtMs, publishedAtMs } = change
  await db
    .updateTable('announcements')
    .set({
      ...(state !== undefined && { state }),
      ...(draft !== undefined && { draft }),
      ...(sending !== undefined && { sending }),
      ...(problem !== undefined && { problem }),
      ...(attempts !== undefined && { attempts }),
      ...(nextAttemptAtMs !== undefined && { next_attempt_at_ms: nextAttemptAtMs }),
      ...(publishedAtMs !== undefined && { published_at_ms: publishedAtMs }),
    })
    .where('broadcast_id', '=', broadcastId)
    .execute()
}

/** Lets the streamer publish the post. False when it is being sent or already on the chain. */
export async function assignToStreamer(db: Db, broadcastId: string, draft: string, nowMs: number): Promise<boolean> {
  const row = await db
    .updateTable('announcements')
    .set({ is_own: 1, draft, problem: null, next_attempt_at_ms: nowMs })
    .where('broadcast_id', '=', broadcastId)
    .where('state', '=', 'waiting')
    .where('sending', 'is', null)
    .returning('broadcast_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes the row of a post that the streamer was to publish. If the channel has announcements enabled, the next round inserts a
 * new row.
 */
export async function unassignFromStreamer(db: Db, broadcastId: string): Promise<void> {
  await db
    .deleteFrom('announcements')
    .where('broadcast_id', '=', broadcastId)
    .where('is_own', '=', 1)
    .where('state', '=', 'waiting')
    .where('sending', 'is', null)
    .execute()
}

export async function findAnnouncement(db: Db, broadcastId: string): Promise<AnnouncementRow | undefined> {
  const row = await db
    .selectFrom('announcements')
    .selectAll()
    .where('broadcast_id', '=', broadcastId)
    .executeTakeFirst()
  return row && toAnnouncement(row)
}

export async function findLatestAnnouncement(db: Db, username: string): Promise<AnnouncementRow | undefined> {
  const row = await db
    .selectFrom('announcements')
    .selectAll()
    .where('username', '=', username)
    .orderBy('created_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toAnnouncement(row)
}

/** The permlink of the broadcast's post; null until it is on the chain, and where that was before the given time. */
export async function findPermlink(db: Db, broadcastId: string, sinceMs = 0): Promise<string | null> {
  const row = await publishedPermlinks(db)
    .where('broadcast_id', '=', broadcastId)
    .where('published_at_ms', '>=', sinceMs)
    .executeTakeFirst()
  return row?.permlink ?? null
}

/** The permlink of the channel's latest post since the given time. */
export async function findLatestPermlink(db: Db, username: string, sinceMs: number): Promise<string | null> {
  const row = await publishedPermlinks(db)
    .where('username', '=', username)
    .where('published_at_ms', '>=', sinceMs)
    .orderBy('published_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.permlink ?? null
}

/** Whether this is a post about a broadcast of this site. */
export async function isStreamPost(db: Db, username: string, permlink: string): Promise<boolean> {
  const post = publishedPermlinks(db).where('username', '=', username).where('permlink', '=', permlink)
  return (await post.executeTakeFirst()) !== undefined
}

function publishedPermlinks(db: Db) {
  return db.selectFrom('announcements').select('permlink').where('published_at_ms', 'is not', null)
}

function toAnnouncement(row: Selectable<AnnouncementDatabase['announcements']>): AnnouncementRow {
  return {
    broadcastId: row.broadcast_id,
    username: row.username,
    permlink: row.permlink,
    state: row.state as AnnouncementState,
    isOwn: row.is_own === 1,
    draft: row.draft,
    sending: row.sending,
    problem: row.problem as AnnouncementProblem | null,
    attempts: row.attempts,
    createdAtMs: row.created_at_ms,
  }
}
