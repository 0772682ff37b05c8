import { keySatisfies } from '@waggle/hive/authority'
import { type HiveGateway, HiveUnavailable } from '@waggle/hive/gateway'
import { deleteSessionsOfKey, type SessionRow } from '../../db/accounts/sessions.ts'
import type { Db } from '../../db/open.ts'
import type { Log } from '../../lib/log.ts'
import { within } from '../../lib/within.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { announceEnded } from './announce-ended.ts'

/** A key removed from an account loses its sessions at their next call that changes something, after at most this time. */
const trustedMs = 60_000
/** More than the second after which the gateway asks another node. */
const patienceMs = 1500
/** How long a key is trusted that could not be checked. */
const uncheckedMs = 10_000
/** How long the site asks nothing after a failure. */
const pauseMs = 1000
const trustedMax = 20_000

/** Checks whether the keys that opened sessions are still posting keys of their accounts (rule AUTH-24). */
export interface SessionKeys {
  /** False if the account has dropped the key: all sessions of that key have ended. True while the chain cannot be read. */
  isValid(session: SessionRow): Promise<boolean>
}

interface SessionKeysContext {
  db: Db
  state: Pick<SharedState, 'publish'>
  log: Log
  now(): number
  /** Read at each check: the gateway may not be open yet. */
  readonly hive: Pick<HiveGateway, 'getPostingAuthority'>
}

/**
 * An outage of Hive neither ends sessions nor slows the site: after a check that failed or took too long, no call waits, and one check at
 * a time finds out whether Hive has returned.
 */
export function createSessionKeys(context: SessionKeysContext): SessionKeys {
  const { db, state, log, now } = context
  /** By account and key, those trusted latest last. */
  const trustedUntilMs = new Map<string, number>()
  const checks = new Map<string, Promise<boolean>>()
  let isHiveSlow = false
  let pausedUntilMs = 0

  function trust(name: string, forMs: number): void {
    trustedUntilMs.delete(name)
    const [oldest] = trustedUntilMs.keys()
    if (trustedUntilMs.size >= trustedMax && oldest !== undefined) trustedUntilMs.delete(oldest)
    trustedUntilMs.set(name, now() + forMs)
  }

  function startCheck(name: string, session: SessionRow): Promise<boolean> {
    const check = checkKey(name, session).finally(() => checks.delete(name))
    checks.set(name, check)
    return check
  }

  async function checkKey(name: string, { username, publicKey }: SessionRow): Promise<boolean> {
    const startMs = performance.now()
    try {
      const posting = await context.hive.getPostingAuthority(username)
      isHiveSlow = performance.now() - startMs > patienceMs
      if (posting && keySatisfies(posting, publicKey)) {
        trust(name, trustedMs)
        return true
      }
    } catch (error) {
      if (!(error instanceof HiveUnavailable)) log.error({ error }, 'could not check the key of a session')
      isHiveSlow = true
      pausedUntilMs = now() + pauseMs
      trust(name, uncheckedMs)
      return true
    }
    try {
      announceEnded(state, await deleteSessionsOfKey(db, username, publicKey))
    } catch (error) {
      log.error({ error }, 'could not end the sessions of a key; the next check tries again')
    }
    return false
  }

  return {
    async isValid(session) {
      const nowMs = now()
      const name = `${session.username} ${session.publicKey}`
      // Signing in was a check, too.
      if (session.createdAtMs + trustedMs > nowMs || (trustedUntilMs.get(name) ?? 0) > nowMs) return true
      if (isHiveSlow) {
        if (checks.size === 0 && nowMs >= pausedUntilMs) void startCheck(name, session)
        return true
      }
      const isValid = await within(checks.get(name) ?? startCheck(name, session), patienceMs)
      if (isValid === undefined) isHiveSlow = true
      return isValid ?? true
    },
  }
}
