import type { Db } from '../open.ts'

/** Marks a challenge as used. True for exactly one caller, even when callers on several machines race. */
export async function useChallenge(db: Db, id: string, expiresAtMs: number): Promise<boolean> {
  const rows = await db
    .insertInto('used_challenges')
    .values({ id, expires_at_ms: expiresAtMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return rows.length === 1
}

export async function deleteExpiredChallenges(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('used_challenges').where('expires_at_ms', '<=', nowMs).execute()
}
