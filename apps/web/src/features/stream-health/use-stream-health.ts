import { limits } from '@waggle/contract/limits'
import type { StreamHealth } from '@waggle/contract/stats/endpoints'
import { api } from '../../lib/api/api.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

/** The health of the user's own stream, refreshed every few seconds. `isFailed`: the latest request failed. */
export function useStreamHealth(user: string): { health: StreamHealth | undefined; isFailed: boolean } {
  const { data, error } = useSessionQuery({
    queryKey: dashboardKeys.health(user),
    refetchInterval: limits.healthRefreshMs,
    request: (token, signal) => api('getStreamHealth', { params: { username: user }, token, signal }),
  })
  return { health: data, isFailed: error !== null }
}
