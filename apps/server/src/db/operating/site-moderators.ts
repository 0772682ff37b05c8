import type { Db } from '../open.ts'

export interface SiteModerator {
  username: string
  appointedBy: string
  appointedAtMs: number
}

export async function listSiteModerators(db: Db): Promise<SiteModerator[]> {
  const rows = await db.selectFrom('site_moderators').selectAll().orderBy('username').execute()
  return rows.map((row) => ({
    username: row.username,
    appointedBy: row.appointed_by,
    appointedAtMs: row.appointed_at_ms,
  }))
}

export async function isSiteModerator(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('site_moderators')
    .select('username')
    .where('username', '=', username)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the account was none before. */
export async function insertSiteModerator(db: Db, moderator: SiteModerator): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('site_moderators')
    .values({
      username: moderator.username,
      appointed_by: moderator.appointedBy,
      appointed_at_ms: moderator.appointedAtMs,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

/** Returns whether the account was one. */
export async function deleteSiteModerator(db: Db, username: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('site_moderators').where('username', '=', username).executeTakeFirst()
  return Number(numDeletedRows) > 0
}
