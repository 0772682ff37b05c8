import type { Db } from './open.ts'

/** Which process holds a channel's broadcast, and until when nobody else may. */
export interface Lease {
  /** The address at which other processes reach it. */
  holder: string
  expiresAtMs: number
}

/** Takes what is free, has expired, or is this holder's already; answers with the lease as it then is. */
export async function takeLease(
  db: Db,
  username: string,
  { holder, expiresAtMs }: Lease,
  nowMs: number,
): Promise<Lease | undefined> {
  const taken = await db
    .insertInto('broadcast_leases')
    .values({ username, holder, expires_at_ms: expiresAtMs })
    .onConflict((conflict) =>
      conflict
        .column('username')
        .doUpdateSet({ holder, expires_at_ms: expiresAtMs })
        .where((where) =>
          where.or([
            where('broadcast_leases.holder', '=', holder),
            where('broadcast_leases.expires_at_ms', '<', nowMs),
          ]),
        ),
    )
    .returning(['holder', 'expires_at_ms as expiresAtMs'])
    .executeTakeFirst()
  if (taken) return taken
  return db
    .selectFrom('broadcast_leases')
    .select(['holder', 'expires_at_ms as expiresAtMs'])
    .where('username', '=', username)
    .executeTakeFirst()
}

/** Answers with the channels that the holder still has: also late, as long as nobody else took them. */
export async function renewLeases(db: Db, usernames: string[], { holder, expiresAtMs }: Lease): Promise<string[]> {
  const rows = await db
    .updateTable('broadcast_leases')
    .set({ expires_at_ms: expiresAtMs })
    .where('username', 'in', usernames)
    .where('holder', '=', holder)
    .returning('username')
    .execute()
  return rows.map(({ username }) => username)
}

export async function giveLease(db: Db, username: string, from: string, to: Lease): Promise<void> {
  await db
    .updateTable('broadcast_leases')
    .set({ holder: to.holder, expires_at_ms: to.expiresAtMs })
    .where('username', '=', username)
    .where('holder', '=', from)
    .execute()
}

export async function dropLease(db: Db, username: string, holder: string): Promise<void> {
  await db.deleteFrom('broadcast_leases').where('username', '=', username).where('holder', '=', holder).execute()
}

/**
 * By stream id, of all that have not ended: who holds it, or undefined while it waits for a process. After an outage of the database
 * nothing may have been noted of a stream for long, and it plays.
 */
export async function listHolders(db: Db): Promise<Map<string, string | undefined>> {
  const rows = await db
    .selectFrom('broadcasts')
    .leftJoin('broadcast_leases', 'broadcast_leases.username', 'broadcasts.username')
    .select(['broadcasts.id', 'broadcast_leases.holder'])
    .where('broadcasts.ended_at_ms', 'is', null)
    .limit(1000)
    .execute()
  return new Map(rows.map(({ id, holder }) => [id, holder ?? undefined]))
}
