import { limits } from '@waggle/contract/limits'
import type { FollowerPoint, StreamStats } from '@waggle/contract/stats/endpoints'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import { sampleGrowth, sampleStats } from '../../lib/sample-data.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

export interface StreamFigures {
  stats: StreamStats
  growth: readonly FollowerPoint[]
  /** True for what could not be loaded: its figures are placeholders, to be labelled as sample data (rule STATS-6). */
  isSample: { stats: boolean; growth: boolean }
}

/** The figures of the user's own channel, refreshed every 30 s; undefined until both have been loaded or have failed. */
export function useStreamStats(user: string): StreamFigures | undefined {
  const [sample] = useState(() => ({
    stats: sampleStats(),
    growth: sampleGrowth(limits.followerGrowthDays),
  }))
  const stats = useSessionQuery({
    queryKey: dashboardKeys.stats(user),
    refetchInterval: limits.statsRefreshMs,
    request: (token, signal) => api('getStreamStats', { params: { username: user }, token, signal }),
  })
  const growth = useSessionQuery({
    queryKey: dashboardKeys.followerGrowth(user),
    refetchInterval: limits.statsRefreshMs,
    request: (token, signal) =>
      api('getFollowerGrowth', {
        params: { username: user },
        query: { days: String(limits.followerGrowthDays) },
        token,
        signal,
      }),
  })
  // Each is shown without the other.
  const isSample = { stats: !stats.data && stats.isError, growth: !growth.data && growth.isError }
  const shownStats = isSample.stats ? sample.stats : stats.data
  const shownGrowth = isSample.growth ? sample.growth : growth.data
  return shownStats && shownGrowth && { stats: shownStats, growth: shownGrowth, isSample }
}
