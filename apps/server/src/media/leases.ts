import { setTimeout as sleep } from 'node:timers/promises'
import { dropLease, giveLease, renewLeases, takeLease } from '../db/broadcast-leases.ts'
import type { MediaContext } from './context.ts'

/** Which process of the site holds a channel's broadcast: one at a time. */
export interface Leases {
  /**
   * Asks for the channel's broadcast. 'kept': its holder has an encoder that delivers; 'unsettled': its holder has not answered, and
   * nobody knows yet that it is dead.
   */
  take(username: string): Promise<'taken' | 'kept' | 'unsettled'>
  /** Answers with the channels that are still ours. */
  renew(usernames: string[]): Promise<string[]>
  /** Leaves the channel's broadcast to the process at this address. */
  give(username: string, to: string): Promise<void>
  /** Leaves it to anyone. */
  drop(username: string): Promise<void>
}

/** Without word of its holder for this long, a broadcast may go on elsewhere. */
const leaseMs = 6000
export const renewalIntervalMs = 2000

/** Longer than a dead holder's lease, and shorter than encoders wait. */
const longestWaitMs = 8000
const lookIntervalMs = 100

/** An embedded database has one process: everything is its own. */
export const noLeases: Leases = {
  take: async () => 'taken',
  renew: async (usernames) => usernames,
  give: async () => undefined,
  drop: async () => undefined,
}

/** Leases in the shared database. `holder` is the address of this process: whoever listens there goes on with what it had. */
export function createLeases({ db, state, now }: MediaContext, holder: string): Leases {
  const ask = (username: string) => takeLease(db, username, { holder, expiresAtMs: now() + leaseMs }, now())

  return {
    async take(username) {
      const untilMs = performance.now() + longestWaitMs
      const first = await ask(username)
      if (first?.holder === holder) return 'taken'
      await state.publish('broadcast-wanted', { username, by: holder })
      while (performance.now() < untilMs) {
        const lease = await ask(username)
        if (lease?.holder === holder) return 'taken'
        // Its holder answers by staying: a lease that it does not want to keep, it does not renew.
        if (first && lease && lease.expiresAtMs > first.expiresAtMs) return 'kept'
        await sleep(lookIntervalMs)
      }
      return 'unsettled'
    },
    async renew(usernames) {
      if (usernames.length === 0) return []
      return renewLeases(db, usernames, { holder, expiresAtMs: now() + leaseMs })
    },
    async give(username, to) {
      await giveLease(db, username, holder, { holder: to, expiresAtMs: now() + leaseMs })
    },
    async drop(username) {
      await dropLease(db, username, holder)
    },
  }
}
