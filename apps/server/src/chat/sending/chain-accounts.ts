import type { ChatContext } from '../context.ts'

/** What the rules about account age and reputation need. */
interface ChainAccount {
  createdAtMs: number
  reputation: number
}

const cacheMs = 10 * 60_000
const cachedAccountsMax = 10_000

/** Reads the age and reputation of accounts from the chain and caches them for ten minutes. Undefined if the chain does not answer. */
export function createChainAccounts(context: ChatContext) {
  const cache = new Map<string, { account: Promise<ChainAccount | undefined>; expiresAtMs: number }>()

  async function fetchAccount(username: string): Promise<ChainAccount | undefined> {
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
      context.log.warn(
        { username, reason },
        'chat: could not read an account from the chain; its age and reputation are not checked',
      )
      cache.delete(username)
      return undefined
    }
  }

  return {
    find(username: string): Promise<ChainAccount | undefined> {
      const nowMs = context.now()
      const entry = cache.get(username)
      if (entry && entry.expiresAtMs > nowMs) return entry.account
      if (cache.size >= cachedAccountsMax) cache.delete(cache.keys().next().value ?? '')
      const account = fetchAccount(username)
      cache.set(username, { account, expiresAtMs: nowMs + cacheMs })
      return account
    },
  }
}

export type ChainAccounts = ReturnType<typeof createChainAccounts>
