import { limits } from '@waggle/contract/limits'
import type { StreamStats } from '@waggle/contract/stats/endpoints'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import { sampleStats } from '../../lib/sample-figures.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

export interface StreamFigures {
  stats: StreamStats
  /** True where they could not be loaded: the figures are placeholders, to be labelled as sample data (rule STATS-6). */
  isSample: boolean
}

/** The figures of the user's own channel, refreshed every 30 s; undefined until they have been loaded or have failed. */
export function useStreamStats(user: string): StreamFigures | undefined {
  const [sample] = useState(sampleStats)
  const { data, isError } = useSessionQuery({
    queryKey: dashboardKeys.stats(user),
    refetchInterval: limits.statsRefreshMs,
    request: (token, signal) => api('getStreamStats', { params: { username: user }, token, signal }),
  })
  if (data) return { stats: data, isSample: false }
  return isError ? { stats: sample, isSample: true } : undefined
}
