import { keySatisfies } from '@waggle/hive/authority'
import { HiveUnavailable } from '@waggle/hive/gateway'
import type { SessionRow } from '../../db/accounts/sessions.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { CoreContext } from '../context.ts'

/** A key removed from an account loses its sessions after at most this time, when they are verified. */
const cacheMs = 5 * 60_000

/**
 * Checks whether the key that opened a session still satisfies the account's posting authority, which is cached for a few minutes.
 * While the chain is unreachable, sessions stay valid.
 */
export function createSessionKeyCheck(context: CoreContext): (session: SessionRow) => Promise<boolean> {
  const postingAuthorityOf = memoizeAsync((username) => context.hive.getPostingAuthority(username), {
    lifeMs: cacheMs,
    now: context.now,
    maxKeys: 10_000,
  })

  return async (session) => {
    try {
      const posting = await postingAuthorityOf(session.username)
      return posting !== undefined && keySatisfies(posting, session.publicKey)
    } catch (error) {
      if (error instanceof HiveUnavailable) return true
      throw error
    }
  }
}
