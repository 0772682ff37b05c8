import type { Db } from '../open.ts'

/** A channel and its number of followers. */
export interface FollowCount {
  channel: string
  followers: number
}

/** Bounds on the rows that one query reads from a large table: a sample is enough to recommend from. */
const maxOwnFollows = 50
const maxPeers = 300

/** The channels with the most followers, most first. Reads the whole table: callers cache the result. */
export async function listMostFollowed(db: Db, limit: number): Promise<FollowCount[]> {
  const rows = await db
    .selectFrom('follows')
    .select((eb) => ['channel', eb.fn.countAll<number | string>().as('followers')])
    .groupBy('channel')
    .orderBy('followers', 'desc')
    .orderBy('channel')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ channel: row.channel, followers: Number(row.followers) }))
}

/**
 * The channels that the user's peers (those who follow the same channels) follow, most peers first. The user's own channel and
 * follows are left out.
 */
export async function listChannelsOfPeers(db: Db, follower: string, limit: number): Promise<string[]> {
  const own = db
    .selectFrom('follows')
    .select('channel')
    .where('follower', '=', follower)
    .orderBy('created_at_ms', 'desc')
    .limit(maxOwnFollows)
  const peers = db
    .selectFrom('follows')
    .select('follower')
    .where('channel', 'in', db.selectFrom(own.as('own')).select('own.channel'))
    .where('follower', '!=', follower)
    .limit(maxPeers)
  const rows = await db
    .selectFrom('follows')
    .select((eb) => ['channel', eb.fn.countAll<number | string>().as('peers')])
    .where('follower', 'in', db.selectFrom(peers.as('peers')).select('peers.follower'))
    .where('channel', '!=', follower)
    .where('channel', 'not in', db.selectFrom('follows').select('channel').where('follower', '=', follower))
    .groupBy('channel')
    .orderBy('peers', 'desc')
    .orderBy('channel')
    .limit(limit)
    .execute()
  return rows.map((row) => row.channel)
}
