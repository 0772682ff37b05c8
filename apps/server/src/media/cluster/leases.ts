import { setTimeout as sleep } from 'node:timers/promises'
import {
  claimLease,
  releaseLease,
  renewLeases,
  takeOverLease,
  transferLease,
} from '../../db/broadcasts/broadcast-leases.ts'
import type { MediaContext } from '../context.ts'

/** The leases of this process. The process with a channel's lease holds its broadcast: one process at a time. */
interface Leases {
  /** Requests the channel's lease. False when its holder keeps it because its encoder delivers. */
  acquire(username: string): Promise<boolean>
  /** Returns the channels whose lease this process still has. */
  renew(usernames: string[]): Promise<string[]>
  /** Gives the channel's lease to the process at this address. */
  transfer(username: string, to: string): Promise<void>
  /** Frees the lease for any process. */
  release(username: string): Promise<void>
}

export const renewalIntervalMs = 2000
/**
 * A lease that has not been renewed for this long is abandoned. The waiting process measures it on its own clock, because clocks differ
 * between machines. Encoders wait longer than this.
 */
const leaseMs = 6000
const pollIntervalMs = 100

/** With an embedded database there is one process, which holds everything. */
export const noLeases: Leases = {
  acquire: async () => true,
  renew: async (usernames) => usernames,
  transfer: async () => undefined,
  release: async () => undefined,
}

/**
 * Leases in the shared database. `holder` is the address of this process: a process that restarts at the same address still has its
 * leases.
 */
export function createLeases({ db, state }: MediaContext, holder: string): Leases {
  return {
    async acquire(username) {
      const sinceMs = performance.now()
      const first = await claimLease(db, username, holder)
      // The lease was released at this moment: the encoder will retry.
      if (!first) return false
      if (first.holder === holder) return true
      await state.publish('broadcast-wanted', { username, by: holder })
      while (performance.now() - sinceMs < leaseMs) {
        await sleep(pollIntervalMs)
        const lease = await claimLease(db, username, holder)
        if (lease?.holder === holder) return true
        // The holder answers by what it does: a renewal means that it stays the holder.
        if (lease?.renewals !== first.renewals) return false
      }
      return takeOverLease(db, username, first, holder)
    },
    async renew(usernames) {
      return usernames.length === 0 ? [] : renewLeases(db, usernames, holder)
    },
    async transfer(username, to) {
      await transferLease(db, username, holder, to)
    },
    async release(username) {
      await releaseLease(db, username, holder)
    },
  }
}
