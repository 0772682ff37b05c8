import { isUsername } from '@waggle/contract/names'
import type { HiveGateway } from '@waggle/hive/gateway'
import { isKnownAccount } from '../db/accounts/known-accounts.ts'
import type { Db } from '../db/open.ts'
import type { Log } from '../lib/log.ts'
import { memoizeAsync } from '../lib/memoize-async.ts'
import { within } from '../lib/within.ts'
import type { Limit, SharedState } from '../shared-state/shared-state.ts'

const cacheMs = 60_000
const cachedChannelsMax = 10_000
/** How long a caller waits for the answer. It is cached when it arrives later. */
const patienceMs = 2000
/** After a failure, the chain is not asked for this long: every further caller would wait for nothing. */
const pauseAfterFailureMs = 10_000
/** Made-up names cost the chain at most this many questions, whoever asks. */
const lookupLimit: Limit = { name: 'channel-lookup', points: 300, perSeconds: 60 }

/** Says whether a channel exists. */
export type ChannelExists = (username: string) => Promise<boolean>

interface ChannelContext {
  db: Db
  /** Read for every lookup, because the gateway may be opened later. */
  readonly hive: Pick<HiveGateway, 'getAccount'>
  state: Pick<SharedState, 'consume'>
  log: Log
  now(): number
}

/** The chain was not asked, or did not answer. */
class NoAnswer extends Error {}

/**
 * Returns the function that says whether a channel exists: its account has used this site, or is on the chain. While the chain does not
 * answer, or has been asked too often, every name that can be an account's counts as existing, because the site works without it (T25).
 */
export function createExistingChannels(context: ChannelContext): ChannelExists {
  const { db, state, log, now } = context
  let pausedUntilMs = 0

  const lookUp = memoizeAsync(async (username) => (await isKnownAccount(db, username)) || isOnChain(username), {
    lifeMs: cacheMs,
    now,
    maxKeys: cachedChannelsMax,
  })

  async function isOnChain(username: string): Promise<boolean> {
    if (now() < pausedUntilMs || !(await state.consume(lookupLimit, 'all')).allowed) throw new NoAnswer()
    try {
      return (await context.hive.getAccount(username)) !== undefined
    } catch (error) {
      pausedUntilMs = now() + pauseAfterFailureMs
      const reason = error instanceof Error ? error.message : 'unknown'
      log.warn({ username, reason }, 'could not ask the chain whether a channel exists; it is taken to exist')
      throw new NoAnswer()
    }
  }

  return async (username) => {
    if (!isUsername(username)) return false
    try {
      return (await within(lookUp(username), patienceMs)) ?? true
    } catch (error) {
      if (error instanceof NoAnswer) return true
      throw error
    }
  }
}
