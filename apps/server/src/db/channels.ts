import type { Db } from './open.ts'

export interface ChannelRow {
  username: string
  title: string
  description: string
  category: string | null
  language: string | null
}

export async function findChannel(db: Db, username: string): Promise<ChannelRow | undefined> {
  return db
    .selectFrom('channels')
    .select(['username', 'title', 'description', 'category', 'language'])
    .where('username', '=', username)
    .executeTakeFirst()
}

export async function saveChannel(db: Db, channel: ChannelRow, nowMs: number): Promise<void> {
  const { username, ...texts } = channel
  await db
    .insertInto('channels')
    .values({ username, ...texts, updated_at_ms: nowMs })
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ ...texts, updated_at_ms: nowMs }))
    .execute()
}
