import { limits } from '@waggle/contract/limits'
import type { FollowerPoint, StreamStats } from '@waggle/contract/stats-endpoints'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { sampleGrowth, sampleStats } from '../../lib/sample-data.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

export interface StreamFigures {
  stats: StreamStats
  growth: readonly FollowerPoint[]
  /** Nothing could be loaded, so these are placeholders: to be labelled as such. */
  isSample: boolean
}

/** The own channel's figures, refreshed every 30 s; undefined until they are there. */
export function useStreamStats(user: string): StreamFigures | undefined {
  const [sample] = useState(() => ({
    stats: sampleStats(),
    growth: sampleGrowth(limits.followerGrowthDays),
    isSample: true,
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
  if (stats.data && growth.data) return { stats: stats.data, growth: growth.data, isSample: false }
  return stats.error || growth.error ? sample : undefined
}

export function statsKey(user: string) {
  return ['dashboard', user, 'stats'] as const
}

export function growthKey(user: string) {
  return ['dashboard', user, 'growth'] as const
}
