import type { ActiveStream } from '@waggle/contract/endpoints'
import type { FollowerPoint, StreamStats } from '@waggle/contract/stats/endpoints'
import { ladderHeights } from '@waggle/contract/streams/ladder-heights'
import { siteTexts } from '../texts/site.ts'

/**
 * All sample data of the app. It is shown only on failures, and never without the label below (rule SAMPLE-1).
 */
export const sampleLabel = siteTexts.sampleData

export const sampleQualities = ladderHeights.map((height) => `${height}p`)

/** An underscore cannot be part of a Hive account's name, so none of these is somebody's channel (rule SAMPLE-2). */
export const sampleStreams: readonly ActiveStream[] = [
  sample('sample_garden', 'A garden, as an example', 'Just Chatting', 128),
  sample('sample_synth', 'Synthesiser evening, as an example', 'Music', 64),
  sample('sample_maker', 'Building a keyboard, as an example', 'Technology', 32),
]

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

function sample(username: string, title: string, category: string, viewers: number): ActiveStream {
  return {
    id: username,
    username,
    title,
    avatar: '',
    thumbnail: null,
    viewers,
    category,
    isLive: true,
    isReconnecting: false,
    isStopped: false,
    streamPath: '',
    startTime: 0,
    description: '',
    language: null,
    tags: [],
  }
}
