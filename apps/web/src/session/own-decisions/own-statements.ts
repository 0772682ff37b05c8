import { type RestrictedScope, scopesOfKind } from '@waggle/contract/operating/actions'
import type { Statement } from '@waggle/contract/operating/appeal-endpoints'
import { api } from '../../lib/api/api.ts'
import { useSessionQuery } from '../use-session-query.ts'

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
