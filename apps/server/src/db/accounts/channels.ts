import type { ChannelPanel } from '@waggle/contract/channels/panels'
import type { Db } from '../open.ts'

interface ChannelRow {
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

/** Apart from the rest of the channel, which is read far more often. None where the channel has saved nothing yet. */
export async function findPanels(db: Db, username: string): Promise<ChannelPanel[]> {
  const row = await db.selectFrom('channels').select('panels').where('username', '=', username).executeTakeFirst()
  return row === undefined ? [] : (JSON.parse(row.panels) as ChannelPanel[])
}

/** When these channels say that they will be live next, of those times that are after `afterMs`. */
export async function findNextBroadcasts(
  db: Db,
  usernames: readonly string[],
  afterMs: number,
): Promise<Map<string, number>> {
  if (usernames.length === 0) return new Map()
  const rows = await db
    .selectFrom('channels')
    .select(['username', 'next_broadcast_ms'])
    .where('username', 'in', usernames)
    .where('next_broadcast_ms', '>', afterMs)
    .execute()
  return new Map(rows.map((row) => [row.username, row.next_broadcast_ms as number]))
}

type Saved = Omit<ChannelRow, 'username'> & { panels: ChannelPanel[]; nextBroadcastMs: number | null }
type ChannelChange = { [Name in keyof Saved]?: Saved[Name] | undefined }

/** Fields that are left out keep their values. */
export async function saveChannel(
  db: Db,
  {
    username,
    title,
    description,
    category,
    language,
    tags,
    panels,
    nextBroadcastMs,
  }: { username: string } & ChannelChange,
  nowMs: number,
): Promise<void> {
  const columns = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(category !== undefined && { category }),
    ...(language !== undefined && { language }),
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
    ...(panels !== undefined && { panels: JSON.stringify(panels) }),
    ...(nextBroadcastMs !== undefined && { next_broadcast_ms: nextBroadcastMs }),
    updated_at_ms: nowMs,
  }
  await db
    .insertInto('channels')
    .values({ username, title: '', description: '', category: null, language: null, tags: '[]', ...columns })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(columns))
    .execute()
}
