import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultCategory, defaultDescription, defaultListTitle, defaultTitle } from '@waggle/contract/channels/defaults'
import type { ActiveStream, Channel, StreamInfo } from '@waggle/contract/endpoints'
import { limits } from '@waggle/contract/limits'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { streamsQuery } from '../../lib/queries/streams-query.ts'

const refetchWhileLiveMs = 15_000
const refetchWhileOfflineMs = 6000
const refetchWhileInDoubtMs = 3000
export const maxJitter = 1.5

export const streamInfoKey = (username: string) => ['stream-info', username]

interface StreamInfoLookup {
  info: StreamInfo | undefined
  /** When the server last confirmed `info`. */
  checkedAtMs: number
  /** How the last request failed, if it did: answered with 500 or above, or not answered at all. */
  failure: 'server' | 'network' | null
  /** `info` is undefined because the first request failed. */
  isFailed: boolean
  /** Shows changed channel settings without another request. */
  applyChannel(channel: Channel): void
}

/** Polls what a channel is doing: more often while it is offline, most often while its state is in doubt. */
export function useStreamInfo(username: string, isInDoubt: boolean): StreamInfoLookup {
  // The viewers of a stream notice its end at the same moment; the jitter keeps them from asking at the same moment.
  const [jitter] = useState(() => 1 + Math.random() * (maxJitter - 1))
  const queries = useQueryClient()
  const queryKey = streamInfoKey(username)
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await api('getStreamByUser', { params: { username }, signal })
      } catch (error) {
        // A refusal is an answer: a name that cannot be an account's is no channel; anything else is shown like an offline one.
        if (error instanceof ApiError && error.isDefinitive) {
          return { ...offlineStreamInfo(username), channelExists: error.code !== 'invalid_username' }
        }
        throw error
      }
    },
    retry: false,
    staleTime: isInDoubt ? 0 : refetchWhileInDoubtMs,
    // A visitor who comes from a list of streams sees the data of that list at once, while the request is under way.
    initialData: () => streamInfoInList(queries, username),
    initialDataUpdatedAt: () => Date.now() - refetchWhileInDoubtMs - 1,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => refetchIntervalMs(state.data, isInDoubt, jitter),
  })

  useEffect(() => {
    if (!isInDoubt) return
    const timer = setTimeout(() => void refetch(), (jitter - 1) * refetchWhileInDoubtMs)
    return () => clearTimeout(timer)
  }, [isInDoubt, jitter, refetch])

  const failure = error === null ? null : error instanceof ApiError ? 'server' : 'network'
  return {
    info: data,
    checkedAtMs: dataUpdatedAt,
    failure,
    isFailed: data === undefined && error !== null,
    applyChannel({ category, ...texts }) {
      queries.setQueryData<StreamInfo>(
        queryKey,
        (info) => info && { ...info, ...texts, category: category ?? defaultCategory },
        // The change does not confirm that the stream is live, which the player reads this timestamp for.
        { updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
      )
    },
  }
}

/** When a channel is asked about again (rule HOME-6); false for a name that is no channel. */
export function refetchIntervalMs(info: StreamInfo | undefined, isInDoubt: boolean, jitter: number): number | false {
  if (info?.channelExists === false) return false
  const isUncertain = info?.isLive && (isInDoubt || info.isReconnecting)
  if (isUncertain) return refetchWhileInDoubtMs * jitter
  if (!info?.isLive) return refetchWhileOfflineMs * jitter
  const isCountWatched = document.visibilityState === 'visible' && info.viewers <= limits.viewersRefreshedOften
  return isCountWatched ? (limits.viewersRefreshMs * jitter) / maxJitter : refetchWhileLiveMs * jitter
}

/** The stream info of an offline channel with default texts (rules STREAM-2 and STREAM-5). */
export function offlineStreamInfo(username: string): StreamInfo {
  return {
    id: null,
    streamId: null,
    username,
    channelExists: true,
    title: defaultTitle(username),
    description: defaultDescription,
    isLive: false,
    isReconnecting: false,
    isStopped: false,
    viewers: 0,
    category: defaultCategory,
    language: null,
    tags: [],
    thumbnail: null,
    startTime: null,
    recordedSince: null,
    lastBroadcast: null,
    nextBroadcast: null,
    suspension: null,
    streamPath: null,
    permlink: null,
  }
}

/** What the list of streams says of a channel; undefined when it is not in it. */
export function streamInfoInList(queries: QueryClient, username: string): StreamInfo | undefined {
  const stream = queries.getQueryData(streamsQuery.queryKey)?.find((entry) => entry.username === username)
  return stream && infoFromList(stream)
}

function infoFromList(stream: ActiveStream): StreamInfo {
  const defaults = offlineStreamInfo(stream.username)
  return {
    ...defaults,
    ...stream,
    streamId: stream.id,
    title: stream.title === defaultListTitle ? defaults.title : stream.title,
    description: stream.description || defaults.description,
    category: stream.category || defaults.category,
  }
}
