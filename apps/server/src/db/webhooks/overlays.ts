import type { OverlaySettings } from '@waggle/contract/overlay/endpoints'
import type { Db } from '../open.ts'

export interface OverlayRow {
  username: string
  hasAddress: boolean
  settings: OverlaySettings
  /** Tips since then count towards the goal. */
  goalSinceMs: number
}

const defaults: OverlaySettings = {
  chat: true,
  tips: true,
  followers: true,
  goal: false,
  scalePercent: 100,
  goalKind: 'followers',
  goalTarget: 100,
  goalTitle: '',
}

/** The channel's overlay, or one with the default settings. */
export async function findOverlay(db: Db, username: string): Promise<OverlayRow> {
  const row = await db.selectFrom('overlays').selectAll().where('username', '=', username).executeTakeFirst()
  return row ? toOverlay(row) : { username, hasAddress: false, settings: defaults, goalSinceMs: 0 }
}

export async function findOverlayBySecret(db: Db, secretHash: string): Promise<OverlayRow | undefined> {
  const row = await db.selectFrom('overlays').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst()
  return row && toOverlay(row)
}

/** Fields that are left out keep their values. */
export async function saveOverlay(
  db: Db,
  username: string,
  change: { secretHash?: string; settings?: OverlaySettings; goalSinceMs?: number },
  nowMs: number,
): Promise<void> {
  const columns = {
    ...(change.secretHash !== undefined && { secret_hash: change.secretHash }),
    ...(change.settings && { settings: JSON.stringify(change.settings) }),
    ...(change.goalSinceMs !== undefined && { goal_since_ms: change.goalSinceMs }),
    updated_at_ms: nowMs,
  }
  await db
    .insertInto('overlays')
    .values({ username, secret_hash: null, settings: JSON.stringify(defaults), goal_since_ms: nowMs, ...columns })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(columns))
    .execute()
}

/** The sum of a channel's tips in one currency since a time, in thousandths. */
export async function sumTipsSince(db: Db, channel: string, currency: string, sinceMs: number): Promise<number> {
  const { total } = await db
    .selectFrom('tips')
    .select((eb) => eb.fn.sum<number | string | null>('thousandths').as('total'))
    .where('channel', '=', channel)
    .where('currency', '=', currency)
    .where('sent_at_ms', '>=', sinceMs)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

function toOverlay(row: {
  username: string
  secret_hash: string | null
  settings: string
  goal_since_ms: number
}): OverlayRow {
  return {
    username: row.username,
    hasAddress: row.secret_hash !== null,
    settings: JSON.parse(row.settings) as OverlaySettings,
    goalSinceMs: row.goal_since_ms,
  }
}
