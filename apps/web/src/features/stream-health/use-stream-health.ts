import { limits } from '@waggle/contract/limits'
import type { StreamHealth } from '@waggle/contract/stats/endpoints'
import { api } from '../../lib/api/api.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

/** What arrives from the own encoder, asked for every few seconds. `isFailed`: the last answer is missing. */
export function useStreamHealth(user: string): { health: StreamHealth | undefined; isFailed: boolean } {
  const { data, error } = useSessionQuery({
    queryKey: ['dashboard', user, 'health'],
    refetchIntervalMs: limits.healthRefreshMs,
    ask: (token, signal) => api('getStreamHealth', { params: { username: user }, token, signal }),
  })
  return { health: data, isFailed: error !== null }
}
