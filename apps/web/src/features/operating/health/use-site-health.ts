import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

const refreshMs = 10_000

/** How every process is, and what needs the operator (rule HEALTH-5). */
export function useSiteHealth() {
  return useSessionQuery({
    queryKey: ['operating', 'health'],
    refetchInterval: refreshMs,
    request: (token, signal) => api('getSiteHealth', { token, signal }),
  })
}
