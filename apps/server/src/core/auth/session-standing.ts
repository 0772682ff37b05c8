import { keySatisfies } from '@waggle/hive/authority'
import { HiveUnavailable } from '@waggle/hive/gateway'
import type { SessionRow } from '../../db/accounts/sessions.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { CoreContext } from '../context.ts'

/** A key that was taken out of an account loses its sessions after at most this, once they are verified. */
const rememberMs = 5 * 60_000

/**
 * Tells whether the key that opened a session still satisfies the account's posting authority. The chain's answer is
 * remembered for a few minutes; while the chain cannot be reached, sessions stand.
 */
export function createSessionStanding(context: CoreContext): (session: SessionRow) => Promise<boolean> {
  const postingOf = memoizeAsync((username) => context.hive.getPostingAuthority(username), {
    lifeMs: rememberMs,
    now: context.now,
    most: 10_000,
  })

  return async (session) => {
    try {
      const posting = await postingOf(session.username)
      return posting !== undefined && keySatisfies(posting, session.publicKey)
    } catch (error) {
      if (error instanceof HiveUnavailable) return true
      throw error
    }
  }
}
