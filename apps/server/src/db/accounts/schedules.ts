import type { PlannedBroadcast } from '@waggle/contract/channels/schedule'
import type { Db } from '../open.ts'

/** As it was planned: `startTime` is the first time, also of one that is repeated every week. */
export interface StoredBroadcast extends PlannedBroadcast {
  /** By its IANA name. A weekly broadcast keeps its time of day there. */
  timeZone: string
}

/** What these channels have planned, also what is over. Those that have planned nothing are left out. */
export async function findSchedules(db: Db, usernames: readonly string[]): Promise<Map<string, StoredBroadcast[]>> {
  if (usernames.length === 0) return new Map()
  const rows = await db.selectFrom('schedules').selectAll().where('username', 'in', usernames).execute()
  return new Map(rows.map(({ username, broadcasts }) => [username, read(broadcasts)]))
}

export async function findSchedule(db: Db, username: string): Promise<StoredBroadcast[]> {
  return (await findSchedules(db, [username])).get(username) ?? []
}

/** What an earlier release saved has neither length nor category. */
function read(broadcasts: string): StoredBroadcast[] {
  const stored: (Omit<StoredBroadcast, Later> & Partial<Pick<StoredBroadcast, Later>>)[] = JSON.parse(broadcasts)
  return stored.map(({ durationMinutes = null, category = null, ...one }) => ({ ...one, durationMinutes, category }))
}

type Later = 'durationMinutes' | 'category'

/** Replaces what the channel has planned. */
export async function saveSchedule(db: Db, username: string, planned: readonly StoredBroadcast[]): Promise<void> {
  const broadcasts = JSON.stringify(planned)
  await db
    .insertInto('schedules')
    .values({ username, broadcasts })
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ broadcasts }))
    .execute()
}
