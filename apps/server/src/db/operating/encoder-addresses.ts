import type { ActionReason } from '@waggle/contract/operating/actions'
import type { Db } from '../open.ts'

/** Where an account has broadcast from. Addresses are groups (rule LIMIT-3). */
export interface EncoderAddress {
  username: string
  address: string
  network: string
  lastSeenAtMs: number
}

export async function recordEncoderAddress(
  db: Db,
  { username, address, network, lastSeenAtMs }: EncoderAddress,
): Promise<void> {
  await db
    .insertInto('encoder_addresses')
    .values({ username, address, network, last_seen_at_ms: lastSeenAtMs })
    .onConflict((conflict) => conflict.columns(['username', 'address']).doUpdateSet({ last_seen_at_ms: lastSeenAtMs }))
    .execute()
}

/** The addresses of an account, or the accounts that have broadcast from an address or from its network; the latest first. */
export async function listEncoderAddresses(
  db: Db,
  of: { username: string } | { address: string } | { network: string },
  limit: number,
): Promise<EncoderAddress[]> {
  const [column, value] = Object.entries(of)[0] as ['username' | 'address' | 'network', string]
  const rows = await db
    .selectFrom('encoder_addresses')
    .selectAll()
    .where(column, '=', value)
    .orderBy('last_seen_at_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    username: row.username,
    address: row.address,
    network: row.network,
    lastSeenAtMs: row.last_seen_at_ms,
  }))
}

/** Forbids an address or a network for as long as the action is in effect. False when another action forbids it. */
export async function forbidAddress(
  db: Db,
  { address, actionId, nowMs }: { address: string; actionId: string; nowMs: number },
): Promise<boolean> {
  await deleteEnded(db, nowMs)
  const row = await db
    .insertInto('forbidden_addresses')
    .values({ address, action_id: actionId })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('address')
    .executeTakeFirst()
  return row !== undefined
}

/** What is forbidden now. */
export async function listForbiddenAddresses(
  db: Db,
  nowMs: number,
): Promise<{ address: string; reason: ActionReason; untilMs: number | null }[]> {
  const rows = await db
    .selectFrom('forbidden_addresses')
    .innerJoin('site_actions', 'site_actions.id', 'forbidden_addresses.action_id')
    .select(['address', 'reason', 'until_ms'])
    .where('undone_at_ms', 'is', null)
    .where('until_ms', '>', nowMs)
    .execute()
  return rows.map((row) => ({
    address: row.address,
    reason: (row.reason ?? 'other') as ActionReason,
    untilMs: row.until_ms,
  }))
}

/** Forgets addresses that were last seen before a time, and those that are not forbidden any more. */
export async function forgetAddresses(db: Db, seenBeforeMs: number, nowMs: number): Promise<void> {
  await db.deleteFrom('encoder_addresses').where('last_seen_at_ms', '<', seenBeforeMs).execute()
  await deleteEnded(db, nowMs)
}

async function deleteEnded(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('forbidden_addresses')
    .where('action_id', 'not in', (eb) =>
      eb
        .selectFrom('site_actions')
        .select('id')
        .where('kind', '=', 'forbid-address')
        .where('undone_at_ms', 'is', null)
        .where('until_ms', '>', nowMs),
    )
    .execute()
}
