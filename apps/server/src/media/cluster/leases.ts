import { setTimeout as sleep } from 'node:timers/promises'
import {
  claimLease,
  releaseLease,
  renewLeases,
  takeOverLease,
  transferLease,
} from '../../db/broadcasts/broadcast-leases.ts'
import type { MediaContext } from '../context.ts'

/** Which process of the site holds a channel's broadcast: one at a time. */
export interface Leases {
  /** Asks for the channel's broadcast. False when its holder keeps it, for it has an encoder that delivers. */
  take(username: string): Promise<boolean>
  /** Answers with the channels that are still ours. */
  renew(usernames: string[]): Promise<string[]>
  /** Leaves the channel's broadcast to the process at this address. */
  give(username: string, to: string): Promise<void>
  /** Leaves it to anyone. */
  drop(username: string): Promise<void>
}

export const renewalIntervalMs = 2000
/** Who has not renewed for so long is dead. Watched by the clock of who waits: those of machines differ. Encoders wait longer. */
const leaseMs = 6000
const lookIntervalMs = 100

/** An embedded database has one process: everything is its own. */
export const noLeases: Leases = {
  take: async () => true,
  renew: async (usernames) => usernames,
  give: async () => undefined,
  drop: async () => undefined,
}

/** Leases in the shared database. `holder` is the address of this process: whoever listens there goes on with what it had. */
export function createLeases({ db, state }: MediaContext, holder: string): Leases {
  return {
    async take(username) {
      const sinceMs = performance.now()
      const first = await claimLease(db, username, holder)
      // It was dropped in this moment: the encoder comes again.
      if (!first) return false
      if (first.holder === holder) return true
      await state.publish('broadcast-wanted', { username, by: holder })
      while (performance.now() - sinceMs < leaseMs) {
        await sleep(lookIntervalMs)
        const lease = await claimLease(db, username, holder)
        if (lease?.holder === holder) return true
        // Its holder answers by staying: it renews, or gives it away.
        if (lease?.renewals !== first.renewals) return false
      }
      return takeOverLease(db, username, first, holder)
    },
    async renew(usernames) {
      return usernames.length === 0 ? [] : renewLeases(db, usernames, holder)
    },
    async give(username, to) {
      await transferLease(db, username, holder, to)
    },
    async drop(username) {
      await releaseLease(db, username, holder)
    },
  }
}
