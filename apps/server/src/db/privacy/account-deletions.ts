import type { Db } from '../open.ts'

/** An account whose data are being deleted. */
export interface AccountDeletion {
  username: string
  requestedAtMs: number
}

/** Asked for again, it begins anew. */
export async function insertAccountDeletion(db: Db, { username, requestedAtMs }: AccountDeletion): Promise<void> {
  const values = { requested_at_ms: requestedAtMs, next_attempt_at_ms: requestedAtMs }
  await db
    .insertInto('account_deletions')
    .values({ username, ...values })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(values))
    .execute()
}

export async function findAccountDeletion(db: Db, username: string): Promise<AccountDeletion | undefined> {
  const row = await db.selectFrom('account_deletions').selectAll().where('username', '=', username).executeTakeFirst()
  return row && { username, requestedAtMs: row.requested_at_ms }
}

/** Takes a deletion that is due, until `untilMs`: no two processes work on one. */
export async function claimAccountDeletion(
  db: Db,
  nowMs: number,
  untilMs: number,
): Promise<AccountDeletion | undefined> {
  const due = await db
    .selectFrom('account_deletions')
    .selectAll()
    .where('next_attempt_at_ms', '<=', nowMs)
    .orderBy('next_attempt_at_ms')
    .limit(1)
    .executeTakeFirst()
  if (due === undefined) return undefined
  const row = await db
    .updateTable('account_deletions')
    .set({ next_attempt_at_ms: untilMs })
    .where('username', '=', due.username)
    .where('next_attempt_at_ms', '=', due.next_attempt_at_ms)
    .returningAll()
    .executeTakeFirst()
  return row && { username: row.username, requestedAtMs: row.requested_at_ms }
}

export async function postponeAccountDeletion(db: Db, username: string, untilMs: number): Promise<void> {
  await db
    .updateTable('account_deletions')
    .set({ next_attempt_at_ms: untilMs })
    .where('username', '=', username)
    .execute()
}

/** Not when it was asked for once more in the meantime. */
export async function endAccountDeletion(db: Db, { username, requestedAtMs }: AccountDeletion): Promise<void> {
  await db
    .deleteFrom('account_deletions')
    .where('username', '=', username)
    .where('requested_at_ms', '=', requestedAtMs)
    .execute()
}

/** Gives up all recordings of an account: the processes that have the store delete their media. */
export async function giveUpRecordingsOf(db: Db, username: string, nowMs: number): Promise<void> {
  await db
    .insertInto('deleted_recordings')
    .columns(['broadcast_id', 'deleted_at_ms'])
    .expression((eb) =>
      eb
        .selectFrom('broadcasts')
        .select((inner) => ['id as broadcast_id', inner.cast<number>(inner.val(nowMs), 'bigint').as('deleted_at_ms')])
        .where('username', '=', username),
    )
    .onConflict((conflict) => conflict.column('broadcast_id').doNothing())
    .execute()
}
