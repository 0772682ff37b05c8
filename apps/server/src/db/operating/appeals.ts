import type { AppealOutcome } from '@waggle/contract/operating/appeal-endpoints'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'

/** What an account says against a decision, and what was made of it. */
export interface AppealRow {
  actionId: string
  username: string
  text: string
  appealedAtMs: number
  /** Null until somebody has decided. */
  outcome: AppealOutcome | null
  answer: string
  decidedBy: string | null
  decidedAtMs: number | null
  /** Whether the one who had acted decided, because nobody else was there. */
  isDecidedAlone: boolean
}

/** False when there is one against this action. */
export async function insertAppeal(
  db: Db,
  { actionId, username, text, appealedAtMs }: Pick<AppealRow, 'actionId' | 'username' | 'text' | 'appealedAtMs'>,
): Promise<boolean> {
  const row = await db
    .insertInto('appeals')
    .values({
      action_id: actionId,
      username,
      text,
      appealed_at_ms: appealedAtMs,
      outcome: null,
      answer: '',
      decided_by: null,
      decided_at_ms: null,
      is_decided_alone: 0,
    })
    .onConflict((conflict) => conflict.column('action_id').doNothing())
    .returning('action_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when it is decided already, or there is none: of two people who decide at once, one does. */
export async function decideAppeal(
  db: Db,
  actionId: string,
  {
    outcome,
    answer,
    decidedBy,
    nowMs,
    isDecidedAlone = false,
  }: { outcome: AppealOutcome; answer: string; decidedBy: string; nowMs: number; isDecidedAlone?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('appeals')
    .set({
      ...{ outcome, answer, decided_by: decidedBy, decided_at_ms: nowMs },
      is_decided_alone: isDecidedAlone ? 1 : 0,
    })
    .where('action_id', '=', actionId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findAppeal(db: Db, actionId: string): Promise<AppealRow | undefined> {
  return (await listAppealsAgainst(db, [actionId]))[0]
}

export async function listAppealsAgainst(db: Db, actionIds: readonly string[]): Promise<AppealRow[]> {
  if (actionIds.length === 0) return []
  const rows = await db.selectFrom('appeals').selectAll().where('action_id', 'in', actionIds).execute()
  return rows.map(toAppeal)
}

/** Those that wait for a decision, the oldest first; or those that were decided, the latest first. */
export async function listAppeals(db: Db, state: 'open' | 'decided', limit: number): Promise<AppealRow[]> {
  const rows = await db
    .selectFrom('appeals')
    .selectAll()
    .where('outcome', state === 'open' ? 'is' : 'is not', null)
    .orderBy(state === 'open' ? 'appealed_at_ms' : 'decided_at_ms', state === 'open' ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAppeal)
}

function toAppeal(row: Database['appeals']): AppealRow {
  return {
    actionId: row.action_id,
    username: row.username,
    text: row.text,
    appealedAtMs: row.appealed_at_ms,
    outcome: row.outcome as AppealOutcome | null,
    answer: row.answer,
    decidedBy: row.decided_by,
    decidedAtMs: row.decided_at_ms,
    isDecidedAlone: row.is_decided_alone === 1,
  }
}
