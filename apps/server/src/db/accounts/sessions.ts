import type { Db } from '../open.ts'

export interface SessionRow {
  tokenHash: string
  username: string
  publicKey: string
  createdAtMs: number
  expiresAtMs: number
}

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      username: session.username,
      public_key: session.publicKey,
      created_at_ms: session.createdAtMs,
      expires_at_ms: session.expiresAtMs,
    })
    .execute()
}

export async function findSession(db: Db, tokenHash: string, nowMs: number): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    tokenHash: row.token_hash,
    username: row.username,
    publicKey: row.public_key,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
  }
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at_ms', '<=', nowMs).execute()
}
