import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

const refreshMs = 5000

/** Everything that is live, also what is hidden from lists (rule OPERATE-5). */
export function useLiveBroadcasts() {
  return useSessionQuery({
    queryKey: ['operating', 'broadcasts'],
    refetchInterval: refreshMs,
    request: (token, signal) => api('listOperatedBroadcasts', { token, signal }),
  })
}
