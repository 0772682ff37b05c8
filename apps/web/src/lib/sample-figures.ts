import type { FollowerPoint, StreamStats } from '@waggle/contract/stats/endpoints'
import { ladderHeights } from '@waggle/contract/streams/ladder-heights'

export const sampleQualities = ladderHeights.map((height) => `${height}p`)

/** Placeholder figures (rule STATS-6): random, so that they do not look like a channel at a standstill. */
export function sampleStats(): StreamStats {
  return {
    currentViewers: between(20, 120),
    uncountedViewers: 0,
    peakViewers: between(120, 200),
    totalWatchTime: between(3600, 36_000),
    newFollowers: between(1, 20),
    chatMessages: between(30, 300),
    chatMessageRate: between(1, 30),
    uptime: null,
    isLive: false,
    streamId: null,
  }
}

/** Placeholder follower counts, one for each day. */
export function sampleGrowth(days: number): FollowerPoint[] {
  const dayMs = 24 * 60 * 60_000
  let followers = between(80, 120)
  return Array.from({ length: days }, (_, index) => {
    followers += between(0, 9)
    return { date: new Date(Date.now() - (days - 1 - index) * dayMs).toISOString().slice(0, 10), followers }
  })
}

function between(low: number, high: number): number {
  return low + Math.floor(Math.random() * (high - low))
}
