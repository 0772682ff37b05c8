import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

/** Who may broadcast where not everybody may (rule ADMIT-1). */
export function useAdmitted(isSecondary = false) {
  return useSessionQuery({
    queryKey: ['operating', 'admission', 'list'],
    isSecondary,
    request: (token, signal) => api('listAdmitted', { token, signal }),
  })
}
