import type { WebhookDelivery } from '@waggle/contract/webhook-endpoints'
import type { DeliveryProblem } from '@waggle/contract/webhooks'
import type { Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { Database } from './schema.ts'
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

/** Writes down what is to be sent. An event is written once for each webhook, whichever process finds it. */
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

/** The newest first. */
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
 * Takes over deliveries that are due until `untilMs`, the longest waiting first; no two processes take the same one. `isFree`
 * says whether one more to that webhook is wanted.
 */
export async function claimDeliveries(
  db: Db,
  { nowMs, untilMs, limit }: { nowMs: number; untilMs: number; limit: number },
  isFree: (webhookId: string) => boolean,
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow }[]> {
  const due = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .selectAll('webhooks')
    .select(['webhook_deliveries.event_id', 'webhook_deliveries.next_attempt_at_ms'])
    .where('webhook_deliveries.state', '=', 'waiting')
    .where('webhook_deliveries.next_attempt_at_ms', '<=', nowMs)
    .where('webhooks.is_active', '=', 1)
    .orderBy('webhook_deliveries.next_attempt_at_ms')
    .limit(limit)
    .execute()
  const claimed: { delivery: DeliveryRow; webhook: WebhookRow }[] = []
  for (const row of due) {
    if (!isFree(row.id)) continue
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

/** Notes what came of an attempt. */
export async function noteAttempt(
  db: Db,
  { webhookId, eventId }: Pick<DeliveryRow, 'webhookId' | 'eventId'>,
  note: Pick<DeliveryRow, 'state' | 'attempts' | 'nextAttemptAtMs' | 'status' | 'problem'> & { attemptedAtMs: number },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      state: note.state,
      attempts: note.attempts,
      next_attempt_at_ms: note.nextAttemptAtMs,
      status: note.status,
      problem: note.problem,
      attempted_at_ms: note.attemptedAtMs,
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
