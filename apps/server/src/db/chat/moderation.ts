import type { ChatBan } from '@waggle/contract/chat/entities'
import type { Db } from '../open.ts'

/** A ban or a timeout. A user has at most one restriction in a channel. Times are milliseconds since 1970. */
export interface Restriction {
  username: string
  kind: ChatBan['kind']
  reason: string | null
  createdBy: string
  createdAtMs: number
  /** Null: until lifted. */
  expiresAtMs: number | null
}

/** The user's restriction, unless it has expired. */
export async function findRestriction(
  db: Db,
  channel: string,
  username: string,
  nowMs: number,
): Promise<Restriction | undefined> {
  const row = await selectRestrictions(db, channel, nowMs).where('username', '=', username).executeTakeFirst()
  return row && toRestriction(row)
}

export async function listRestrictions(db: Db, channel: string, nowMs: number, limit: number): Promise<Restriction[]> {
  const rows = await selectRestrictions(db, channel, nowMs).orderBy('created_at_ms', 'desc').limit(limit).execute()
  return rows.map(toRestriction)
}

/** Saves a restriction in place of the user's previous one. */
export async function saveRestriction(db: Db, channel: string, restriction: Restriction): Promise<void> {
  const columns = {
    kind: restriction.kind,
    reason: restriction.reason,
    created_by: restriction.createdBy,
    created_at_ms: restriction.createdAtMs,
    expires_at_ms: restriction.expiresAtMs,
  }
  await db
    .insertInto('chat_restrictions')
    .values({ channel, username: restriction.username, ...columns })
    .onConflict((conflict) => conflict.columns(['channel', 'username']).doUpdateSet(columns))
    .execute()
}

export async function deleteRestriction(db: Db, channel: string, username: string): Promise<void> {
  await db.deleteFrom('chat_restrictions').where('channel', '=', channel).where('username', '=', username).execute()
}

export async function deleteExpiredRestrictions(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('chat_restrictions').where('expires_at_ms', '<=', nowMs).execute()
}

export async function isModerator(db: Db, channel: string, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('chat_moderators')
    .select('username')
    .where('channel', '=', channel)
    .where('username', '=', username)
    .executeTakeFirst()
  return row !== undefined
}

/** Names in the order they were added. */
export async function listModerators(db: Db, channel: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_moderators')
    .select('username')
    .where('channel', '=', channel)
    .orderBy('added_at_ms')
    .orderBy('username')
    .execute()
  return rows.map((row) => row.username)
}

/** False when the user was already a moderator. */
export async function addModerator(db: Db, channel: string, username: string, nowMs: number): Promise<boolean> {
  const rows = await db
    .insertInto('chat_moderators')
    .values({ channel, username, added_at_ms: nowMs })
    .onConflict((conflict) => conflict.columns(['channel', 'username']).doNothing())
    .returning('username')
    .execute()
  return rows.length === 1
}

/** False when the user was not a moderator. */
export async function removeModerator(db: Db, channel: string, username: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('chat_moderators')
    .where('channel', '=', channel)
    .where('username', '=', username)
    .returning('username')
    .execute()
  return rows.length === 1
}

function selectRestrictions(db: Db, channel: string, nowMs: number) {
  return db
    .selectFrom('chat_restrictions')
    .select(['username', 'kind', 'reason', 'created_by', 'created_at_ms', 'expires_at_ms'])
    .where('channel', '=', channel)
    .where((eb) => eb.or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>', nowMs)]))
}

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectRestrictions>['executeTakeFirstOrThrow']>>

function toRestriction(row: SelectedRow): Restriction {
  return {
    username: row.username,
    kind: row.kind as Restriction['kind'],
    reason: row.reason,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
  }
}
