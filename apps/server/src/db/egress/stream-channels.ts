import type { Db } from '../open.ts'

const idsPerStatement = 500

/** Whose broadcasts, recordings and clips these are. Ids that nobody has are left out. */
export async function findChannelsOfStreams(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const channels = new Map<string, string>()
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const some = ids.slice(start, start + idsPerStatement)
    const broadcasts = await db.selectFrom('broadcasts').select(['id', 'username']).where('id', 'in', some).execute()
    const clips = await db.selectFrom('clips').select(['id', 'channel as username']).where('id', 'in', some).execute()
    for (const { id, username } of [...broadcasts, ...clips]) channels.set(id, username)
  }
  return channels
}
