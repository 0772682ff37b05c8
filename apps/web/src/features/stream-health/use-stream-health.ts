import { useQueryClient } from '@tanstack/react-query'
import { limits } from '@waggle/contract/limits'
import type { StreamHealth } from '@waggle/contract/stats/endpoints'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api/api.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import { streamsQuery } from '../../lib/queries/streams-query.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

/** The health of the user's own stream, refreshed every few seconds. `isFailed`: the latest request failed; `updatedAt`: the time of the latest answer. */
export function useStreamHealth(user: string): {
  health: StreamHealth | undefined
  isFailed: boolean
  updatedAt: number
} {
  const queries = useQueryClient()
  const { data, error, dataUpdatedAt } = useSessionQuery({
    queryKey: dashboardKeys.health(user),
    refetchInterval: limits.healthRefreshMs,
    request: (token, signal) => api('getStreamHealth', { params: { username: user }, token, signal }),
  })
  const isLive = data && data.state === 'live'
  const wasLive = useRef<boolean>(undefined)
  useEffect(() => {
    // The sidebar must not say that nobody is live beside a page that says that the user is, nor the other way round.
    if (wasLive.current !== undefined && isLive !== wasLive.current)
      void queries.invalidateQueries({ queryKey: streamsQuery.queryKey })
    wasLive.current = isLive
  }, [queries, isLive])
  return { health: data, isFailed: error !== null, updatedAt: dataUpdatedAt }
}
