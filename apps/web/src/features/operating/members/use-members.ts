import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

export const membersKey = ['operating', 'members']

/** The members of the site (rule MEMBER-5). */
export function useMembers(isSecondary = false) {
  return useSessionQuery({
    queryKey: membersKey,
    isSecondary,
    request: (token, signal) => api('listMembers', { token, signal }),
  })
}
