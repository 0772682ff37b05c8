import type { Alert } from '@waggle/contract/site-health/alerts'
import type { Db } from '../open.ts'

export type AlertTarget = 'webhook' | 'mail'

/** What one message says. */
export interface AlertMessage {
  raised: Alert[]
  /** Is well again. */
  cleared: Alert[]
}

/** A message on its way to a target. */
export interface MessageRow {
  id: string
  target: AlertTarget
  message: AlertMessage
  createdAtMs: number
  attempts: number
}

export async function insertAlertMessage(
  db: Db,
  { id, target, message }: Pick<MessageRow, 'id' | 'target' | 'message'>,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('alert_messages')
    .values({
      ...{ id, target, attempts: 0, problem: null },
      body: JSON.stringify(message),
      created_at_ms: nowMs,
      next_attempt_at_ms: nowMs,
    })
    .execute()
}

/** Those that were made since then, the latest first. */
export async function listAlertMessages(
  db: Db,
  sinceMs: number,
): Promise<{ message: AlertMessage; createdAtMs: number }[]> {
  const rows = await db
    .selectFrom('alert_messages')
    .select(['body', 'created_at_ms'])
    .where('created_at_ms', '>=', sinceMs)
    .orderBy('created_at_ms', 'desc')
    .execute()
  return rows.map(({ body, created_at_ms }) => ({ message: JSON.parse(body), createdAtMs: created_at_ms }))
}

/** Claims one that is due, until `untilMs`: no two processes send it. */
export async function claimAlertMessage(
  db: Db,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<MessageRow | undefined> {
  const due = await db
    .selectFrom('alert_messages')
    .select(['id', 'target', 'next_attempt_at_ms'])
    .where('next_attempt_at_ms', '<=', nowMs)
    .orderBy('next_attempt_at_ms')
    .orderBy('id')
    .limit(10)
    .execute()
  for (const { id, next_attempt_at_ms } of due) {
    const row = await db
      .updateTable('alert_messages')
      .set({ next_attempt_at_ms: untilMs })
      .where('id', '=', id)
      .where('next_attempt_at_ms', '=', next_attempt_at_ms)
      .returningAll()
      .executeTakeFirst()
    if (row) {
      const { target, body, created_at_ms: createdAtMs, attempts } = row
      return { id, target: target as AlertTarget, message: JSON.parse(body), createdAtMs, attempts }
    }
  }
  return undefined
}

/** `nextAttemptAtMs` is null once it was delivered or given up. */
export async function recordAlertAttempt(
  db: Db,
  { id, attempts }: Pick<MessageRow, 'id' | 'attempts'>,
  { problem, nextAttemptAtMs }: { problem: string | null; nextAttemptAtMs: number | null },
): Promise<void> {
  await db
    .updateTable('alert_messages')
    .set({ attempts: attempts + 1, problem, next_attempt_at_ms: nextAttemptAtMs })
    .where('id', '=', id)
    .execute()
}

export async function deleteOldAlertMessages(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('alert_messages').where('created_at_ms', '<', beforeMs).execute()
}

/** How many are on their way. */
export async function countWaitingAlertMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('alert_messages')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('next_attempt_at_ms', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
