import type { Db } from '../open.ts'

/** Since when (milliseconds since 1970) the user has followed the channel; undefined if they do not follow it. */
export async function findFollow(db: Db, follower: string, channel: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('follows')
    .select('created_at_ms')
    .where('follower', '=', follower)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.created_at_ms
}

/** Following again keeps the original time, from which the chat rules count. */
export async function insertFollow(db: Db, follower: string, channel: string, nowMs: number): Promise<void> {
  await db
    .insertInto('follows')
    .values({ follower, channel, created_at_ms: nowMs })
    .onConflict((conflict) => conflict.columns(['follower', 'channel']).doNothing())
    .execute()
}

export async function deleteFollow(db: Db, follower: string, channel: string): Promise<void> {
  await db.deleteFrom('follows').where('follower', '=', follower).where('channel', '=', channel).execute()
}

/** The account at the other end of a follow, and since when. */
export interface FollowRow {
  username: string
  followedAtMs: number
}

/** The channels a user follows, most recent follow first. */
export async function listFollowing(db: Db, follower: string, limit: number): Promise<FollowRow[]> {
  return db
    .selectFrom('follows')
    .select(['channel as username', 'created_at_ms as followedAtMs'])
    .where('follower', '=', follower)
    .orderBy('created_at_ms', 'desc')
    .orderBy('channel')
    .limit(limit)
    .execute()
}

/** The followers of a channel who followed it before `beforeMs`, most recent first. */
export async function listFollowers(
  db: Db,
  channel: string,
  page: { limit: number; beforeMs?: number | undefined },
): Promise<FollowRow[]> {
  return db
    .selectFrom('follows')
    .select(['follower as username', 'created_at_ms as followedAtMs'])
    .where('channel', '=', channel)
    .where('created_at_ms', '<', page.beforeMs ?? Number.MAX_SAFE_INTEGER)
    .orderBy('created_at_ms', 'desc')
    .orderBy('follower')
    .limit(page.limit)
    .execute()
}

export async function countFollowers(db: Db, channel: string): Promise<number> {
  const row = await db
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function countNewFollowers(db: Db, channel: string, sinceMs: number, beforeMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('channel', '=', channel)
    .where('created_at_ms', '>=', sinceMs)
    .where('created_at_ms', '<', beforeMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countFollowing(db: Db, follower: string): Promise<number> {
  const row = await db
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('follower', '=', follower)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** When each account last sent media, in milliseconds since 1970. Accounts that never did are absent. */
export async function findLastBroadcasts(db: Db, usernames: readonly string[]): Promise<Map<string, number>> {
  if (usernames.length === 0) return new Map()
  const rows = await db
    .selectFrom('broadcasts')
    .select((eb) => ['username', eb.fn.max<number | string>('last_media_at_ms').as('lastMs')])
    .where('username', 'in', usernames)
    .groupBy('username')
    .execute()
  return new Map(rows.map((row) => [row.username, Number(row.lastMs)]))
}
