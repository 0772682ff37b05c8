import type { AnnouncementSettings } from '@waggle/contract/hive/endpoints'
import type { Db } from '../open.ts'

const usual: AnnouncementSettings = {
  isEnabled: false,
  community: null,
  tags: ['live', 'stream'],
  declinesRewards: false,
  beneficiaryPercent: 0,
}

/** A channel that has saved nothing is not announced. */
export async function findAnnouncementSettings(db: Db, username: string): Promise<AnnouncementSettings> {
  const row = await db
    .selectFrom('announcement_settings')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst()
  if (!row) return usual
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
