import type { AnnouncementSettings } from '@waggle/contract/hive/endpoints'
import type { Db } from '../open.ts'

const defaults: AnnouncementSettings = {
  isEnabled: false,
  community: null,
  tags: ['live', 'stream'],
  declinesRewards: false,
  beneficiaryPercent: 0,
}

/** The channel's settings, or the defaults, with which nothing is announced. */
export async function findAnnouncementSettings(db: Db, username: string): Promise<AnnouncementSettings> {
  const row = await db
    .selectFrom('announcement_settings')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst()
  if (!row) return defaults
  return {
    isEnabled: row.is_enabled === 1,
    community: row.community,
    tags: JSON.parse(row.tags) as string[],
    declinesRewards: row.declines_rewards === 1,
    beneficiaryPercent: row.beneficiary_percent,
  }
}

export async function saveAnnouncementSettings(
  db: Db,
  username: string,
  settings: AnnouncementSettings,
  nowMs: number,
): Promise<void> {
  const columns = {
    is_enabled: settings.isEnabled ? 1 : 0,
    community: settings.community,
    tags: JSON.stringify(settings.tags),
    declines_rewards: settings.declinesRewards ? 1 : 0,
    beneficiary_percent: settings.beneficiaryPercent,
    updated_at_ms: nowMs,
  }
  await db
    .insertInto('announcement_settings')
    .values({ username, ...columns })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(columns))
    .execute()
}
