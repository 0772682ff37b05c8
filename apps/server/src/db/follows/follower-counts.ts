import type { Db } from '../open.ts'

/** Saves the channel's current number of followers for this day (UTC, 'YYYY-MM-DD') and returns it. */
export async function recordFollowerCount(db: Db, channel: string, day: string): Promise<number> {
  const row = await db
    .insertInto('follower_counts')
    .columns(['channel', 'day', 'followers'])
    .expression((eb) =>
      eb
        .selectFrom('follows')
        .select((inner) => [
          inner.val(channel).as('channel'),
          inner.val(day).as('day'),
          inner.fn.countAll<number>().as('followers'),
        ])
        .where('follows.channel', '=', channel),
    )
    .onConflict((conflict) =>
      conflict.columns(['channel', 'day']).doUpdateSet((eb) => ({ followers: eb.ref('excluded.followers') })),
    )
    .returning('followers')
    .executeTakeFirstOrThrow()
  return row.followers
}

/** The days on which the number changed, beginning with the last such day before `sinceDay`. */
export async function listFollowerCounts(
  db: Db,
  channel: string,
  sinceDay: string,
): Promise<{ day: string; followers: number }[]> {
  const counts = db.selectFrom('follower_counts').select(['day', 'followers']).where('channel', '=', channel)
  const before = await counts.where('day', '<', sinceDay).orderBy('day', 'desc').limit(1).execute()
  return [...before, ...(await counts.where('day', '>=', sinceDay).orderBy('day').execute())]
}
