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

type Saved = Omit<ChannelRow, 'username'> & { panels: ChannelPanel[] }
type ChannelChange = { [Name in keyof Saved]?: Saved[Name] | undefined }

/** Fields that are left out keep their values. */
export async function saveChannel(
  db: Db,
  { username, title, description, category, language, tags, panels }: { username: string } & ChannelChange,
  nowMs: number,
): Promise<void> {
  const columns = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(category !== undefined && { category }),
    ...(language !== undefined && { language }),
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
    ...(panels !== undefined && { panels: JSON.stringify(panels) }),
    updated_at_ms: nowMs,
  }
  await db
    .insertInto('channels')
    .values({ username, title: '', description: '', category: null, language: null, tags: '[]', ...columns })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(columns))
    .execute()
}
