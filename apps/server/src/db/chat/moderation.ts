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

/** The restrictions of these users that have not expired. */
export async function findRestrictions(
  db: Db,
  channel: string,
  usernames: readonly string[],
  nowMs: number,
): Promise<Restriction[]> {
  if (usernames.length === 0) return []
  const rows = await selectRestrictions(db, channel, nowMs).where('username', 'in', usernames).execute()
  return rows.map(toRestriction)
}

export async function countRestrictions(db: Db, channel: string): Promise<number> {
  const { count } = await db
    .selectFrom('chat_restrictions')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  return Number(count)
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

/** Those of these users who are moderators. */
export async function findModerators(db: Db, channel: string, usernames: readonly string[]): Promise<string[]> {
  if (usernames.length === 0) return []
  const rows = await db
    .selectFrom('chat_moderators')
    .select('username')
    .where('channel', '=', channel)
    .where('username', 'in', usernames)
    .execute()
  return rows.map(({ username }) => username)
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

/** Returns those who were not moderators before. */
export async function addModerators(
  db: Db,
  channel: string,
  usernames: readonly string[],
  nowMs: number,
): Promise<string[]> {
  if (usernames.length === 0) return []
  const rows = await db
    .insertInto('chat_moderators')
    .values([...new Set(usernames)].map((username) => ({ channel, username, added_at_ms: nowMs })))
    .onConflict((conflict) => conflict.columns(['channel', 'username']).doNothing())
    .returning('username')
    .execute()
  return rows.map(({ username }) => username)
}

/** Returns those who were moderators before. */
export async function removeModerators(db: Db, channel: string, usernames: readonly string[]): Promise<string[]> {
  if (usernames.length === 0) return []
  const rows = await db
    .deleteFrom('chat_moderators')
    .where('channel', '=', channel)
    .where('username', 'in', usernames)
    .returning('username')
    .execute()
  return rows.map(({ username }) => username)
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
