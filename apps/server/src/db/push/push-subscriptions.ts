import type { SiteLanguage } from '@waggle/contract/site/settings'
import { lockForTransaction } from '../accounts/site.ts'
import type { Db } from '../open.ts'

/** A browser that is told of channels. */
export interface PushSubscriptionRow {
  /** The hash of the address. */
  id: string
  endpoint: string
  /** The push service that it belongs to. */
  service: string
  p256dh: string
  auth: string
  language: SiteLanguage
  keyFingerprint: string
}

/**
 * Saves a subscription with its whole list of channels, or renews it. False when the site already has `max` others. `mayAdd` is called before
 * a new one is added, and throws its refusal.
 */
export async function saveSubscription(
  db: Db,
  subscription: PushSubscriptionRow,
  channels: readonly string[],
  { nowMs, max, mayAdd }: { nowMs: number; max: number; mayAdd: () => Promise<void> },
): Promise<boolean> {
  const { keyFingerprint, ...own } = subscription
  const isKnown = await renewSubscription(db, subscription, channels, nowMs)
  if (isKnown) return true
  await mayAdd()
  return db.transaction().execute(async (transaction) => {
    await lockForTransaction(transaction, 'push subscriptions')
    const { count } = await transaction
      .selectFrom('push_subscriptions')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= max) return false
    const made = { ...own, key_fingerprint: keyFingerprint }
    await transaction
      .insertInto('push_subscriptions')
      .values({ ...made, created_at_ms: nowMs, renewed_at_ms: nowMs })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...made, renewed_at_ms: nowMs }))
      .execute()
    await replaceChannels(transaction, subscription.id, channels)
    return true
  })
}

async function renewSubscription(
  db: Db,
  { id, p256dh, auth, language, keyFingerprint }: PushSubscriptionRow,
  channels: readonly string[],
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const renewed = await transaction
      .updateTable('push_subscriptions')
      .set({ p256dh, auth, language, key_fingerprint: keyFingerprint, renewed_at_ms: nowMs })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (renewed) await replaceChannels(transaction, id, channels)
    return renewed !== undefined
  })
}

async function replaceChannels(db: Db, id: string, channels: readonly string[]): Promise<void> {
  await db.deleteFrom('push_channels').where('subscription_id', '=', id).execute()
  const rows = [...new Set(channels)].map((channel) => ({ channel, subscription_id: id }))
  if (rows.length > 0) await db.insertInto('push_channels').values(rows).execute()
}

/** The subscriptions with these ids that exist. */
export async function findSubscriptions(db: Db, ids: readonly string[]): Promise<PushSubscriptionRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('push_subscriptions').selectAll().where('id', 'in', ids).execute()
  return rows.map(({ id, endpoint, service, p256dh, auth, language, key_fingerprint }) => ({
    ...{ id, endpoint, service, p256dh, auth, language: language as SiteLanguage },
    keyFingerprint: key_fingerprint,
  }))
}

/** Deletes subscriptions with all that belongs to them. */
export async function deleteSubscriptions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('push_deliveries').where('subscription_id', 'in', ids).execute()
    await transaction.deleteFrom('push_channels').where('subscription_id', 'in', ids).execute()
    await transaction.deleteFrom('push_subscriptions').where('id', 'in', ids).execute()
  })
}

/** Deletes up to a thousand subscriptions that were last renewed before this time. Returns how many. */
export async function deleteOldSubscriptions(db: Db, beforeMs: number): Promise<number> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('renewed_at_ms', '<', beforeMs)
    .limit(1000)
    .execute()
  await deleteSubscriptions(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}
