import type { Authority } from '@waggle/hive/authority'
import { keySatisfies } from '@waggle/hive/authority'
import { HiveUnavailable } from '@waggle/hive/gateway'
import type { SessionRow } from '../db/sessions.ts'
import type { CoreContext } from './context.ts'

/** A key that was taken out of an account loses its sessions after at most this, once they are verified. */
const rememberMs = 5 * 60_000
const maxRemembered = 10_000

/**
 * Tells whether the key that opened a session still satisfies the account's posting authority. The chain's answer is
 * remembered for a few minutes; while the chain cannot be reached, sessions stand.
 */
export function createSessionStanding(context: CoreContext): (session: SessionRow) => Promise<boolean> {
  const remembered = new Map<string, { posting: Authority | undefined; untilMs: number }>()

  async function postingOf(username: string): Promise<Authority | undefined> {
    const known = remembered.get(username)
    if (known && known.untilMs > context.now()) return known.posting
    const posting = await context.hive.getPostingAuthority(username)
    remembered.delete(username)
    const [oldest] = remembered.keys()
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest)
    remembered.set(username, { posting, untilMs: context.now() + rememberMs })
    return posting
  }

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
