import { isKnownAccount } from '../../db/accounts/known-accounts.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { ChatContext } from '../context.ts'

const cacheMs = 5 * 60_000
const cachedChannelsMax = 10_000

/**
 * Returns the function that says whether a channel exists: its account has used this site, or is on the chain. While the chain does not
 * answer, every channel counts as existing, because chat works without it (T25).
 */
export function createExistingChannels(context: Pick<ChatContext, 'db' | 'hive' | 'log' | 'now'>) {
  const { db, log, now } = context

  async function exists(channel: string): Promise<boolean> {
    if (await isKnownAccount(db, channel)) return true
    try {
      return (await context.hive.getAccount(channel)) !== undefined
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      log.warn({ channel, reason }, 'chat: could not ask the chain whether a channel exists; it is taken to exist')
      return true
    }
  }
  return memoizeAsync(exists, { lifeMs: cacheMs, now, maxKeys: cachedChannelsMax })
}
