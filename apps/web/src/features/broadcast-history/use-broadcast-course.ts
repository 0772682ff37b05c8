import { limits } from '@waggle/contract/limits'
import { api } from '../../lib/api/api.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

/** What was measured during one broadcast; again and again while it is live. */
export function useBroadcastCourse(user: string, streamId: string, isLive: boolean) {
  return useSessionQuery({
    queryKey: dashboardKeys.broadcast(user, streamId),
    refetchInterval: isLive && limits.statsRefreshMs,
    request: (token, signal) => api('getBroadcastCourse', { params: { username: user, streamId }, token, signal }),
  })
}
