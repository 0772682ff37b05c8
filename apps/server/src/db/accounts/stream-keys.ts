import type { Db } from '../open.ts'

/** Replaces the user's stream key. */
export async function replaceStreamKey(db: Db, username: string, keyHash: string, nowMs: number): Promise<void> {
  await db
    .insertInto('stream_keys')
    .values({ username, key_hash: keyHash, created_at_ms: nowMs })
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ key_hash: keyHash, created_at_ms: nowMs }))
    .execute()
}

export async function deleteStreamKey(db: Db, username: string): Promise<void> {
  await db.deleteFrom('stream_keys').where('username', '=', username).execute()
}

export async function findStreamKeyOwner(db: Db, keyHashes: readonly string[]): Promise<string | undefined> {
  const row = await db
    .selectFrom('stream_keys')
    .select('username')
    .where('key_hash', 'in', keyHashes)
    .executeTakeFirst()
  return row?.username
}

/** When the user's stream key was made; 0 where there is none. */
export async function findStreamKeyTime(db: Db, username: string): Promise<number> {
  const row = await db
    .selectFrom('stream_keys')
    .select('created_at_ms')
    .where('username', '=', username)
    .executeTakeFirst()
  return Number(row?.created_at_ms ?? 0)
}
