import { createHash } from 'node:crypto'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'

export interface SessionRow {
  /** Names the session to people: a hash of the token's hash, so that neither leaves the server. */
  id: string
  tokenHash: string
  username: string
  publicKey: string
  browser: string | null
  system: string | null
  createdAtMs: number
  lastUsedAtMs: number
  expiresAtMs: number
  /** Until when it has the rights of somebody who runs the site; 0 without them. */
  operatesUntilMs: number
}

export async function insertSession(
  db: Db,
  session: Omit<SessionRow, 'id' | 'lastUsedAtMs' | 'operatesUntilMs'>,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      username: session.username,
      public_key: session.publicKey,
      browser: session.browser,
      system: session.system,
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
  return row && toSession(row)
}

/** The sessions of an account, the most recently used first. */
export async function listSessions(db: Db, username: string, nowMs: number): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('username', '=', username)
    .where('expires_at_ms', '>', nowMs)
    .execute()
  return rows
    .map(toSession)
    .sort((one, other) => other.lastUsedAtMs - one.lastUsedAtMs || other.createdAtMs - one.createdAtMs)
}

/** The hashes of the tokens of these accounts. */
export async function listTokensOf(db: Db, usernames: readonly string[], nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('username', 'in', usernames)
    .where('expires_at_ms', '>', nowMs)
    .execute()
  return rows.map((row) => row.token_hash)
}

/** Returns those of the sessions that have not ended. */
export async function findOpenSessions(db: Db, tokenHashes: readonly string[], nowMs: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .where('expires_at_ms', '>', nowMs)
    .execute()
  return new Set(rows.map((row) => row.token_hash))
}

/** Records that the sessions are in use. */
export async function markSessionsUsed(db: Db, tokenHashes: readonly string[], nowMs: number): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at_ms: nowMs }).where('token_hash', 'in', tokenHashes).execute()
}

/** Returns the ids of the sessions that this call has deleted. */
export async function deleteSessions(db: Db, tokenHashes: readonly string[]): Promise<string[]> {
  if (tokenHashes.length === 0) return []
  const rows = await db.deleteFrom('sessions').where('token_hash', 'in', tokenHashes).returning('token_hash').execute()
  return rows.map((row) => sessionIdOf(row.token_hash))
}

/** Deletes all sessions of the account. Returns their ids. */
export async function deleteSessionsOf(db: Db, username: string): Promise<string[]> {
  const rows = await db.deleteFrom('sessions').where('username', '=', username).returning('token_hash').execute()
  return rows.map((row) => sessionIdOf(row.token_hash))
}

/** Deletes the sessions that a key of the account has opened. Returns their ids. */
export async function deleteSessionsOfKey(db: Db, username: string, publicKey: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('username', '=', username)
    .where('public_key', '=', publicKey)
    .returning('token_hash')
    .execute()
  return rows.map((row) => sessionIdOf(row.token_hash))
}

/** Gives a session the rights of somebody who runs the site until this time, or takes them with 0. */
export async function saveOperatingTime(db: Db, tokenHash: string, untilMs: number): Promise<void> {
  await db.updateTable('sessions').set({ operates_until_ms: untilMs }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at_ms', '<=', nowMs).execute()
}

/** 128 bits: enough that nobody can guess another session's id. */
function sessionIdOf(tokenHash: string): string {
  return createHash('sha256').update(`session ${tokenHash}`).digest('hex').slice(0, 32)
}

function toSession(row: Database['sessions']): SessionRow {
  return {
    id: sessionIdOf(row.token_hash),
    tokenHash: row.token_hash,
    username: row.username,
    publicKey: row.public_key,
    browser: row.browser,
    system: row.system,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms ?? row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    operatesUntilMs: row.operates_until_ms ?? 0,
  }
}
