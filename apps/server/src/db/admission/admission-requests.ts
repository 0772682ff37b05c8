import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'

export type RequestState = 'open' | 'approved' | 'declined'

export interface AdmissionRequest {
  username: string
  text: string
  requestedAtMs: number
  state: RequestState
  decidedAtMs: number | null
}

/** Replaces an earlier request of the account. */
export async function saveAdmissionRequest(
  db: Db,
  { username, text, requestedAtMs }: Pick<AdmissionRequest, 'username' | 'text' | 'requestedAtMs'>,
): Promise<void> {
  const row = { text, requested_at_ms: requestedAtMs, state: 'open', decided_at_ms: null }
  await db
    .insertInto('admission_requests')
    .values({ username, ...row })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(row))
    .execute()
}

export async function findAdmissionRequest(db: Db, username: string): Promise<AdmissionRequest | undefined> {
  const row = await db.selectFrom('admission_requests').selectAll().where('username', '=', username).executeTakeFirst()
  return row && toRequest(row)
}

/** The open ones, the oldest first. */
export async function listAdmissionRequests(db: Db, limit: number): Promise<AdmissionRequest[]> {
  const rows = await db
    .selectFrom('admission_requests')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('requested_at_ms')
    .orderBy('username')
    .limit(limit)
    .execute()
  return rows.map(toRequest)
}

/** Returns whether it was open: not when somebody else was faster. */
export async function closeAdmissionRequest(
  db: Db,
  username: string,
  { state, nowMs }: { state: RequestState; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admission_requests')
    .set({ state, decided_at_ms: nowMs })
    .where('username', '=', username)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

function toRequest(row: Database['admission_requests']): AdmissionRequest {
  return {
    username: row.username,
    text: row.text,
    requestedAtMs: row.requested_at_ms,
    state: row.state as RequestState,
    decidedAtMs: row.decided_at_ms,
  }
}
