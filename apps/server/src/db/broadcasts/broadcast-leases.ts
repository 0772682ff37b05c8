import type { Db } from '../open.ts'

/** Which process holds a channel's broadcast. */
interface Lease {
  /** The address at which other processes reach it. */
  holder: string
  /** Grows while the holder is alive. */
  renewals: number
}

/** Takes the lease if it is free. Returns the lease as it is afterwards, whoever holds it. */
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

/** Takes the lease from another holder. False when the lease has changed since it was seen. */
export async function takeOverLease(db: Db, username: string, seen: Lease, holder: string): Promise<boolean> {
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

/** Returns the channels whose lease the holder still has. */
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

export async function transferLease(db: Db, username: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('broadcast_leases')
    .set((eb) => ({ holder: to, renewals: eb('renewals', '+', 1) }))
    .where('username', '=', username)
    .where('holder', '=', from)
    .execute()
}

export async function releaseLease(db: Db, username: string, holder: string): Promise<void> {
  await db.deleteFrom('broadcast_leases').where('username', '=', username).where('holder', '=', holder).execute()
}

/** A stream that has not ended. */
export interface HeldStream {
  /** The address of the process that holds it; undefined while none does. */
  holder: string | undefined
  /** When the channel's stream key was made. */
  keyCreatedAtMs: number
}

/**
 * Every stream that has not ended, by stream id. Streams without recent writes are included: after an outage of the database such a
 * stream may still be playing.
 */
export async function listHeldStreams(db: Db): Promise<Map<string, HeldStream>> {
  const rows = await db
    .selectFrom('broadcasts')
    .leftJoin('broadcast_leases', 'broadcast_leases.username', 'broadcasts.username')
    .leftJoin('stream_keys', 'stream_keys.username', 'broadcasts.username')
    .select(['broadcasts.id', 'broadcast_leases.holder', 'stream_keys.created_at_ms'])
    .where('broadcasts.ended_at_ms', 'is', null)
    .limit(1000)
    .execute()
  return new Map(
    rows.map(({ id, holder, created_at_ms }) => [
      id,
      { holder: holder ?? undefined, keyCreatedAtMs: Number(created_at_ms ?? 0) },
    ]),
  )
}
