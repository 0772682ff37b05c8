import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

export const siteModeratorsKey = ['operating', 'moderators']

/** Who runs the site (rule OPERATE-2). */
export function useSiteModerators(isSecondary = false) {
  return useSessionQuery({
    queryKey: siteModeratorsKey,
    isSecondary,
    request: (token, signal) => api('listSiteModerators', { token, signal }),
  })
}
