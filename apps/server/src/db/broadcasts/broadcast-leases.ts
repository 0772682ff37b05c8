import type { Db } from '../open.ts'

/** Which process holds a channel's broadcast. */
export interface Lease {
  /** The address at which other processes reach it. */
  holder: string
  /** Grows for as long as the holder lives. */
  renewals: number
}

/** Takes what is free or this holder's already; answers with the lease as it then is. */
export async function claimLease(db: Db, username: string, holder: string): Promise<Lease | undefined> {
  await db
    .insertInto('broadcast_leases')
    .values({ username, holder, renewals: 0 })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute()
  return db
    .selectFrom('broadcast_leases')
    .select(['holder', 'renewals'])
    .where('username', '=', username)
    .executeTakeFirst()
}

/** False when the lease is not as it was seen any more. */
export async function takeLease(db: Db, username: string, seen: Lease, holder: string): Promise<boolean> {
  const row = await db
    .updateTable('broadcast_leases')
    .set({ holder, renewals: seen.renewals + 1 })
    .where('username', '=', username)
    .where('holder', '=', seen.holder)
    .where('renewals', '=', seen.renewals)
    .returning('username')
    .executeTakeFirst()
  return row !== undefined
}

/** Answers with the channels that the holder still has. */
export async function renewLeases(db: Db, usernames: string[], holder: string): Promise<string[]> {
  const rows = await db
    .updateTable('broadcast_leases')
    .set((eb) => ({ renewals: eb('renewals', '+', 1) }))
    .where('username', 'in', usernames)
    .where('holder', '=', holder)
    .returning('username')
    .execute()
  return rows.map(({ username }) => username)
}

export async function giveLease(db: Db, username: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('broadcast_leases')
    .set((eb) => ({ holder: to, renewals: eb('renewals', '+', 1) }))
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
