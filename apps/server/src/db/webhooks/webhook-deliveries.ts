import type { WebhookDelivery } from '@waggle/contract/webhooks/endpoints'
import type { DeliveryProblem } from '@waggle/contract/webhooks/events'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'
import { toWebhook, type WebhookRow } from './webhooks.ts'

export interface DeliveryRow {
  webhookId: string
  eventId: string
  event: WebhookDelivery['event']
  body: string
  state: WebhookDelivery['state']
  attempts: number
  nextAttemptAtMs: number
  status: number | null
  problem: DeliveryProblem | null
  createdAtMs: number
  attemptedAtMs: number | null
}

interface Claim {
  nowMs: number
  untilMs: number
  limit: number
  perWebhook: number
  perOwner: number
}

type DeliveryTarget = Pick<WebhookRow, 'id' | 'username'>

/** Saves a delivery to be sent. An event is saved once for each webhook, even when several processes find it. */
export async function insertDelivery(
  db: Db,
  delivery: Pick<DeliveryRow, 'webhookId' | 'eventId' | 'event' | 'body'>,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: delivery.webhookId,
      event_id: delivery.eventId,
      event: delivery.event,
      body: delivery.body,
      state: 'waiting',
      attempts: 0,
      next_attempt_at_ms: nowMs,
      status: null,
      problem: null,
      created_at_ms: nowMs,
      attempted_at_ms: null,
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
    .execute()
}

/** Newest first. */
export async function listDeliveries(db: Db, webhookId: string, limit: number): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at_ms', 'desc')
    .orderBy('event_id')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

/**
 * Claims deliveries that are due, until `untilMs`: every owner's first before anyone's second, the longest waiting first. No two
 * processes claim the same one. `inFlight` has one entry for each delivery being sent; at most `perWebhook` of them may go to one
 * webhook, and at most `perOwner` to the webhooks of one owner.
 */
export async function claimDeliveries(
  db: Db,
  { nowMs, untilMs, limit, perWebhook, perOwner }: Claim,
  inFlight: readonly DeliveryTarget[],
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow }[]> {
  const ids = countBy(inFlight, ({ id }) => id)
  const owners = countBy(inFlight, ({ username }) => username)
  const fullIds = [...ids.keys()].filter((id) => ids.get(id)! >= perWebhook)
  const fullOwners = [...owners.keys()].filter((owner) => owners.get(owner)! >= perOwner)
  const waiting = db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .selectAll('webhooks')
    .select(['webhook_deliveries.event_id', 'webhook_deliveries.next_attempt_at_ms'])
    .select(
      sql<number>`row_number() over (
        partition by webhook_deliveries.webhook_id
        order by webhook_deliveries.next_attempt_at_ms, webhook_deliveries.event_id
      )`.as('nth'),
    )
    .where('webhook_deliveries.state', '=', 'waiting')
    .where('webhook_deliveries.next_attempt_at_ms', '<=', nowMs)
    .where('webhooks.is_active', '=', 1)
    .$if(fullIds.length > 0, (query) => query.where('webhooks.id', 'not in', fullIds))
    .$if(fullOwners.length > 0, (query) => query.where('webhooks.username', 'not in', fullOwners))
  const ranked = db
    .selectFrom(waiting.as('waiting'))
    .selectAll()
    .select(
      sql<number>`row_number() over (partition by username order by nth, next_attempt_at_ms, event_id)`.as(
        'nth_of_owner',
      ),
    )
    .where('nth', '<=', perWebhook)
  const due = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('nth_of_owner', '<=', perOwner)
    .orderBy('nth_of_owner')
    .orderBy('next_attempt_at_ms')
    .limit(limit)
    .execute()
  const claimed: { delivery: DeliveryRow; webhook: WebhookRow }[] = []
  for (const row of due) {
    if (row.nth + (ids.get(row.id) ?? 0) > perWebhook) continue
    if (row.nth_of_owner + (owners.get(row.username) ?? 0) > perOwner) continue
    const delivery = await db
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at_ms: untilMs })
      .where('webhook_id', '=', row.id)
      .where('event_id', '=', row.event_id)
      .where('next_attempt_at_ms', '=', row.next_attempt_at_ms)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst()
    if (delivery) claimed.push({ delivery: toDelivery(delivery), webhook: toWebhook(row) })
  }
  return claimed
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

/** The number of deliveries to a webhook that are still waiting, also while it is paused. */
export async function countWaiting(db: Db, webhookId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of deliveries to all webhooks that are due or being retried. */
export async function countAllWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Saves the outcome of a delivery attempt. */
export async function recordAttempt(
  db: Db,
  { webhookId, eventId }: Pick<DeliveryRow, 'webhookId' | 'eventId'>,
  outcome: Pick<DeliveryRow, 'state' | 'attempts' | 'nextAttemptAtMs' | 'status' | 'problem'> & {
    attemptedAtMs: number
  },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      state: outcome.state,
      attempts: outcome.attempts,
      next_attempt_at_ms: outcome.nextAttemptAtMs,
      status: outcome.status,
      problem: outcome.problem,
      attempted_at_ms: outcome.attemptedAtMs,
    })
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .execute()
}

export async function deleteOldDeliveries(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at_ms', '<', beforeMs).execute()
}

function toDelivery(row: Selectable<Database['webhook_deliveries']>): DeliveryRow {
  return {
    webhookId: row.webhook_id,
    eventId: row.event_id,
    event: row.event as DeliveryRow['event'],
    body: row.body,
    state: row.state as DeliveryRow['state'],
    attempts: row.attempts,
    nextAttemptAtMs: row.next_attempt_at_ms,
    status: row.status,
    problem: row.problem as DeliveryProblem | null,
    createdAtMs: row.created_at_ms,
    attemptedAtMs: row.attempted_at_ms,
  }
}
