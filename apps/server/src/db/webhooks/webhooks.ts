import type { WebhookEvent } from '@waggle/contract/webhooks/events'
import type { Selectable } from 'kysely'
import { lockForTransaction } from '../accounts/site.ts'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'

/** An address that receives the events of a channel. */
export interface WebhookRow {
  id: string
  username: string
  url: string
  events: WebhookEvent[]
  isActive: boolean
  secretSalt: string
  createdAtMs: number
}

export async function listWebhooks(db: Db, username: string): Promise<WebhookRow[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('username', '=', username)
    .orderBy('created_at_ms')
    .orderBy('id')
    .execute()
  return rows.map(toWebhook)
}

/** The webhook with this id, if it is the user's own. */
export async function findWebhook(db: Db, username: string, id: string): Promise<WebhookRow | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('username', '=', username)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toWebhook(row)
}

/** Adds a webhook; false when its user already has `max`. Insertions are serialised, so simultaneous ones cannot exceed it. */
export async function insertWebhookUpTo(db: Db, webhook: WebhookRow, max: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockForTransaction(transaction, 'webhooks')
    const { length } = await listWebhooks(transaction, webhook.username)
    if (length < max) await insertWebhook(transaction, webhook)
    return length < max
  })
}

export async function insertWebhook(db: Db, webhook: WebhookRow): Promise<void> {
  const { id, username, url, events, isActive, secretSalt, createdAtMs } = webhook
  await db
    .insertInto('webhooks')
    .values({
      id,
      username,
      url,
      events: JSON.stringify(events),
      is_active: Number(isActive),
      secret_salt: secretSalt,
      created_at_ms: createdAtMs,
      active_since_ms: createdAtMs,
    })
    .execute()
}

/** Fields that are left out keep their values. Events before `activeSinceMs` are not sent. */
export async function updateWebhook(
  db: Db,
  id: string,
  change: { events?: WebhookEvent[]; isActive?: boolean; secretSalt?: string; activeSinceMs?: number },
): Promise<void> {
  const columns = {
    ...(change.events && { events: JSON.stringify(change.events) }),
    ...(change.isActive !== undefined && { is_active: Number(change.isActive) }),
    ...(change.secretSalt !== undefined && { secret_salt: change.secretSalt }),
    ...(change.activeSinceMs !== undefined && { active_since_ms: change.activeSinceMs }),
  }
  if (Object.keys(columns).length === 0) return
  await db.updateTable('webhooks').set(columns).where('id', '=', id).execute()
}

/** Deletes the webhook and its deliveries. */
export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
  await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute()
}

export function toWebhook(row: Selectable<Database['webhooks']>): WebhookRow {
  return {
    id: row.id,
    username: row.username,
    url: row.url,
    events: JSON.parse(row.events) as WebhookEvent[],
    isActive: row.is_active === 1,
    secretSalt: row.secret_salt,
    createdAtMs: row.created_at_ms,
  }
}
