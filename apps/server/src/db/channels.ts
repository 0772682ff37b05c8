import type { Db } from './open.ts'

export interface ChannelRow {
  username: string
  title: string
  description: string
  category: string | null
  language: string | null
  tags: string[]
}

export async function findChannel(db: Db, username: string): Promise<ChannelRow | undefined> {
  const row = await db
    .selectFrom('channels')
    .select(['username', 'title', 'description', 'category', 'language', 'tags'])
    .where('username', '=', username)
    .executeTakeFirst()
  return row && { ...row, tags: JSON.parse(row.tags) as string[] }
}

export async function saveChannel(db: Db, channel: ChannelRow, nowMs: number): Promise<void> {
  const { username, tags, ...texts } = channel
  const columns = { ...texts, tags: JSON.stringify(tags), updated_at_ms: nowMs }
  await db
    .insertInto('channels')
    .values({ username, ...columns })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(columns))
    .execute()
}
