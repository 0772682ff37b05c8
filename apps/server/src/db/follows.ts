import type { Db } from './open.ts'

/** Since when (milliseconds since 1970) one user follows another's channel; undefined when not at all. */
export async function findFollow(db: Db, follower: string, channel: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('follows')
    .select('created_at_ms')
    .where('follower', '=', follower)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.created_at_ms
}
