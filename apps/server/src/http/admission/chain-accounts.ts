import type { HiveGateway } from '@waggle/hive/gateway'
import type { Log } from '../../lib/log.ts'

/** What the rules about account age and reputation need. */
export interface ChainAccount {
  createdAtMs: number
  reputation: number
}

/** The age and the reputation of accounts, as the chain says. */
export interface ChainAccounts {
  /** Undefined if the chain does not answer and has not answered before, or has no such account. */
  find(username: string): Promise<ChainAccount | undefined>
}

interface ChainContext {
  /** Read at each question: the gateway may not be open yet. */
  readonly hive: Pick<HiveGateway, 'call'>
  log: Log
  now(): number
}

const cacheMs = 10 * 60_000
const cachedAccountsMax = 10_000

/** Reads accounts from the chain and caches them for ten minutes, and for longer while the chain does not answer. */
export function createChainAccounts(context: ChainContext): ChainAccounts {
  const cache = new Map<string, { account: Promise<ChainAccount | undefined>; expiresAtMs: number }>()

  async function fetchAccount(
    username: string,
    previous: Promise<ChainAccount | undefined> | undefined,
  ): Promise<ChainAccount | undefined> {
    try {
      // bridge.get_profile returns `reputation` on the scale that sites show (25 for a new account) and `created` as UTC without a
      // time zone.
      const profile = await context.hive.call<Record<string, unknown> | null>('bridge.get_profile', {
        account: username,
      })
      const createdAtMs = Date.parse(`${profile?.created}Z`)
      const reputation = Number(profile?.reputation)
      if (Number.isNaN(createdAtMs) || Number.isNaN(reputation)) throw new Error('not an account')
      return { createdAtMs, reputation }
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      context.log.warn({ username, reason }, 'could not read the age and the reputation of an account from the chain')
      cache.delete(username)
      const known = await previous
      if (known) cache.set(username, { account: Promise.resolve(known), expiresAtMs: 0 })
      return known
    }
  }

  return {
    find(username) {
      const nowMs = context.now()
      const entry = cache.get(username)
      if (entry && entry.expiresAtMs > nowMs) return entry.account
      if (cache.size >= cachedAccountsMax) cache.delete(cache.keys().next().value ?? '')
      const account = fetchAccount(username, entry?.account)
      cache.set(username, { account, expiresAtMs: nowMs + cacheMs })
      return account
    },
  }
}
