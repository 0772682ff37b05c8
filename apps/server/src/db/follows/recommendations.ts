import type { Db } from '../open.ts'

/** A channel and how many of those asked follow it. */
export interface FollowCount {
  channel: string
  followers: number
}

/** How much of a large table one question looks at: taste shows in a sample. */
const maxOwnFollows = 50
const maxPeers = 300

/** The most followed channels, most followed first. Reads the whole table: callers remember the answer. */
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

/** What those follow who follow the same channels as `follower`, most shared first; own follows and the own channel are left out. */
export async function listSharedTaste(db: Db, follower: string, limit: number): Promise<string[]> {
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
