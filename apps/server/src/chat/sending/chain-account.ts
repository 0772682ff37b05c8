import type { ChatContext } from '../context.ts'

/** What the rules about accounts look at. */
export interface ChainAccount {
  createdAtMs: number
  reputation: number
}

const knownForMs = 10 * 60_000
const knownMax = 10_000

/** Reads accounts' age and reputation from the chain and remembers them for ten minutes; undefined while it cannot be asked. */
export function createChainAccounts(context: ChatContext) {
  const known = new Map<string, { account: Promise<ChainAccount | undefined>; untilMs: number }>()

  async function ask(username: string): Promise<ChainAccount | undefined> {
    try {
      // bridge.get_profile: `reputation` as people read it (25 is a new account's), `created` as UTC without a zone.
      const profile = await context.hive.call<Record<string, unknown> | null>('bridge.get_profile', {
        account: username,
      })
      const createdAtMs = Date.parse(`${profile?.created}Z`)
      const reputation = Number(profile?.reputation)
      if (Number.isNaN(createdAtMs) || Number.isNaN(reputation)) throw new Error('not an account')
      return { createdAtMs, reputation }
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      context.log.warn({ username, reason }, 'chat: the chain did not tell of an account; its age is not checked')
      known.delete(username)
      return undefined
    }
  }

  return {
    find(username: string): Promise<ChainAccount | undefined> {
      const nowMs = context.now()
      const entry = known.get(username)
      if (entry && entry.untilMs > nowMs) return entry.account
      if (known.size >= knownMax) known.delete(known.keys().next().value ?? '')
      const account = ask(username)
      known.set(username, { account, untilMs: nowMs + knownForMs })
      return account
    },
  }
}

export type ChainAccounts = ReturnType<typeof createChainAccounts>
