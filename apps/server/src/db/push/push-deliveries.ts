import { lockForTransaction } from '../accounts/site.ts'
import { staleAfterMs } from '../broadcasts/broadcasts.ts'
import type { Db } from '../open.ts'

/** A message to one browser about one broadcast. */
export interface PushDeliveryRow {
  broadcastId: string
  subscriptionId: string
  service: string
  attempts: number
  createdAtMs: number
}

/** Broadcasts that began since then, whose encoder delivers, and that nobody was told of. */
export async function findUntoldBroadcasts(
  db: Db,
  { nowMs, sinceMs }: { nowMs: number; sinceMs: number },
): Promise<{ id: string; channel: string }[]> {
  return db
    .selectFrom('broadcasts')
    .leftJoin('push_announcements', 'push_announcements.broadcast_id', 'broadcasts.id')
    .select(['broadcasts.id', 'broadcasts.username as channel'])
    .where('broadcasts.ended_at_ms', 'is', null)
    .where('broadcasts.last_media_at_ms', '>=', nowMs - staleAfterMs)
    .where('broadcasts.started_at_ms', '>=', sinceMs)
    .where('broadcasts.away_since_ms', 'is', null)
    .where('push_announcements.broadcast_id', 'is', null)
    .orderBy('broadcasts.started_at_ms')
    .limit(200)
    .execute()
}

/**
 * Records that a broadcast was told of and, in the same transaction, what is to be sent: once, however many processes try. Of a channel that
 * was told of since `quietSinceMs`, nothing is sent.
 */
export async function announceBroadcast(
  db: Db,
  { id, channel }: { id: string; channel: string },
  { nowMs, quietSinceMs }: { nowMs: number; quietSinceMs: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockForTransaction(transaction, 'push announcements')
    const earlier = await transaction
      .selectFrom('push_announcements')
      .select('broadcast_id')
      .where('channel', '=', channel)
      .where('announced_at_ms', '>', quietSinceMs)
      .where('is_told', '=', 1)
      .limit(1)
      .execute()
    const isTold = earlier.length === 0
    const recorded = await transaction
      .insertInto('push_announcements')
      .values({ broadcast_id: id, channel, announced_at_ms: nowMs, is_told: Number(isTold) })
      .onConflict((conflict) => conflict.column('broadcast_id').doNothing())
      .returning('broadcast_id')
      .executeTakeFirst()
    if (!isTold || !recorded) return
    await transaction
      .insertInto('push_deliveries')
      .columns(['broadcast_id', 'subscription_id', 'service', 'attempts', 'next_attempt_at_ms', 'created_at_ms'])
      .expression((eb) =>
        eb
          .selectFrom('push_channels')
          .innerJoin('push_subscriptions', 'push_subscriptions.id', 'push_channels.subscription_id')
          .select(({ val }) => [
            val(id).as('broadcast_id'),
            'push_subscriptions.id as subscription_id',
            'push_subscriptions.service',
            val(0).as('attempts'),
            val(nowMs).as('next_attempt_at_ms'),
            val(nowMs).as('created_at_ms'),
          ])
          .where('push_channels.channel', '=', channel),
      )
      .execute()
  })
}

/** The push services that something is due for. */
export async function listDueServices(db: Db, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('push_deliveries')
    .select('service')
    .distinct()
    .where('next_attempt_at_ms', '<=', nowMs)
    .execute()
  return rows.map(({ service }) => service)
}

/** Claims what is due for a push service, until `untilMs`, the longest waiting first. No two processes claim the same. */
export async function claimPushDeliveries(
  db: Db,
  { service, nowMs, untilMs, limit }: { service: string; nowMs: number; untilMs: number; limit: number },
): Promise<PushDeliveryRow[]> {
  const rows = await db
    .updateTable('push_deliveries')
    .set({ next_attempt_at_ms: untilMs })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('broadcast_id', 'subscription_id'),
        'in',
        selectFrom('push_deliveries as due')
          .select(['due.broadcast_id', 'due.subscription_id'])
          .where('due.service', '=', service)
          .where('due.next_attempt_at_ms', '<=', nowMs)
          .orderBy('due.next_attempt_at_ms')
          .limit(limit)
          .$asTuple('broadcast_id', 'subscription_id'),
      ),
    )
    // Another process may have claimed some of them meanwhile.
    .where('next_attempt_at_ms', '<=', nowMs)
    .returningAll()
    .execute()
  return rows.map((row) => ({
    broadcastId: row.broadcast_id,
    subscriptionId: row.subscription_id,
    service: row.service,
    attempts: row.attempts,
    createdAtMs: row.created_at_ms,
  }))
}

/** Waits with a delivery until this time. */
export async function putOffDelivery(db: Db, delivery: PushDeliveryRow, nextAttemptAtMs: number): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set({ attempts: delivery.attempts + 1, next_attempt_at_ms: nextAttemptAtMs })
    .where('broadcast_id', '=', delivery.broadcastId)
    .where('subscription_id', '=', delivery.subscriptionId)
    .execute()
}

/** Its message was sent, or will not be. */
export async function deleteDelivery(db: Db, { broadcastId, subscriptionId }: PushDeliveryRow): Promise<void> {
  await db
    .deleteFrom('push_deliveries')
    .where('broadcast_id', '=', broadcastId)
    .where('subscription_id', '=', subscriptionId)
    .execute()
}

export async function countWaitingPushes(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('push_deliveries')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Forgets what was told before this time, and what was to be sent. */
export async function deleteOldPushes(
  db: Db,
  { announcedBeforeMs, madeBeforeMs }: { announcedBeforeMs: number; madeBeforeMs: number },
): Promise<void> {
  await db.deleteFrom('push_announcements').where('announced_at_ms', '<', announcedBeforeMs).execute()
  await db.deleteFrom('push_deliveries').where('created_at_ms', '<', madeBeforeMs).execute()
}
