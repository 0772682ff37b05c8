import type { Db } from '../open.ts'

/** The operators that were appointed on the machine; the settings name others. Sorted by name. */
export async function listSiteOperators(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('site_operators').select('username').orderBy('username').execute()
  return rows.map(({ username }) => username)
}

export async function isSiteOperator(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('site_operators')
    .select('username')
    .where('username', '=', username)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the account was none before. */
export async function insertSiteOperator(
  db: Db,
  { username, appointedAtMs }: { username: string; appointedAtMs: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('site_operators')
    .values({ username, appointed_at_ms: appointedAtMs })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

/** Returns whether the account was one. */
export async function deleteSiteOperator(db: Db, username: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('site_operators').where('username', '=', username).executeTakeFirst()
  return Number(numDeletedRows) > 0
}
