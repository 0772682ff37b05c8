import { limits } from '@waggle/contract/limits'
import type { FollowerPoint, StreamStats } from '@waggle/contract/stats/endpoints'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { sampleGrowth, sampleStats } from '../../lib/sample-data.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

export interface StreamFigures {
  stats: StreamStats
  growth: readonly FollowerPoint[]
  /** What could not be loaded, so that placeholders stand for it: to be labelled as such. */
  isSample: { stats: boolean; growth: boolean }
}

/** The own channel's figures, refreshed every 30 s; undefined until they are there. */
export function useStreamStats(user: string): StreamFigures | undefined {
  const [sample] = useState(() => ({
    stats: sampleStats(),
    growth: sampleGrowth(limits.followerGrowthDays),
  }))
  const stats = useSessionQuery({
    queryKey: statsKey(user),
    refetchIntervalMs: limits.statsRefreshMs,
    ask: (token, signal) => api('getStreamStats', { params: { username: user }, token, signal }),
  })
  const growth = useSessionQuery({
    queryKey: growthKey(user),
    refetchIntervalMs: limits.statsRefreshMs,
    ask: (token, signal) =>
      api('getFollowerGrowth', {
        params: { username: user },
        query: { days: String(limits.followerGrowthDays) },
        token,
        signal,
      }),
  })
  // One that fails takes nothing from the other.
  const isSample = { stats: !stats.data && stats.isError, growth: !growth.data && growth.isError }
  const shownStats = isSample.stats ? sample.stats : stats.data
  const shownGrowth = isSample.growth ? sample.growth : growth.data
  return shownStats && shownGrowth && { stats: shownStats, growth: shownGrowth, isSample }
}

function statsKey(user: string) {
  return ['dashboard', user, 'stats'] as const
}

function growthKey(user: string) {
  return ['dashboard', user, 'growth'] as const
}
