import type { Restriction } from '@waggle/contract/endpoints'
import { type RestrictedScope, scopesOfKind } from '@waggle/contract/operating/actions'
import type { Statement } from '@waggle/contract/operating/appeal-endpoints'
import { api } from '../lib/api/api.ts'
import { useSiteTime } from '../lib/clock/use-site-time.ts'
import { useSession } from './session.tsx'
import { useSessionQuery } from './use-session-query.ts'

const checkIntervalMs = 5000
/** Most people are restricted from nothing: their pages need no clock. */
const idleIntervalMs = 60 * 60_000

/** What keeps the user from this now, while it lasts (rule OPERATE-15). */
export function useOwnRestriction(scope: RestrictedScope): Restriction | undefined {
  const { restrictions } = useSession()
  const found = restrictions.find((restriction) => restriction.scope === scope)
  const nowMs = useSiteTime(found ? checkIntervalMs : idleIntervalMs)
  return found && (found.until === null || found.until > nowMs) ? found : undefined
}

export function ownStatementsKey(user: string): readonly string[] {
  return ['own-statements', user]
}

/** What was decided about the user, the latest first. */
export function useOwnStatements(user: string) {
  return useSessionQuery({
    queryKey: ownStatementsKey(user),
    isSecondary: true,
    request: (token, signal) => api('listMyStatements', { token, signal }),
  })
}

/** Whether the decision keeps the account from this now. */
export function isInEffect({ kind, until, undoneAt }: Statement, scope: RestrictedScope, nowMs: number): boolean {
  const isLasting = undoneAt === null && (until === null || until > nowMs)
  return isLasting && scopesOfKind[kind]?.includes(scope) === true
}
