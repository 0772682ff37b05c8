import { useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultCategory, defaultDescription, defaultListTitle, defaultTitle } from '@waggle/contract/channels/defaults'
import type { ActiveStream, Channel, StreamInfo } from '@waggle/contract/endpoints'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { streamsKey } from './use-streams.ts'

const whileLiveMs = 15_000
const whileOfflineMs = 6000
const whileInDoubtMs = 3000

export const streamInfoKey = (username: string) => ['stream-info', username]

export interface StreamInfoLookup {
  info: StreamInfo | undefined
  /** When the server last confirmed `info`. */
  checkedAtMs: number
  /** How the newest question failed, if it did: with an answer of 500 and above, or without any. */
  failure: 'server' | 'network' | null
  /** Nothing is known, because the server could not be asked or could not answer. */
  isFailed: boolean
  /** The channel's texts changed: they are shown without asking again. */
  applyChannel(channel: Channel): void
}

/** What a channel is doing, asked for again and again: more often while it is offline, most often while in doubt. */
export function useStreamInfo(username: string, isInDoubt: boolean): StreamInfoLookup {
  // Viewers of one stream notice its end together; they should not all ask together.
  const [jitter] = useState(() => 1 + Math.random() * 0.5)
  const queries = useQueryClient()
  const queryKey = streamInfoKey(username)
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await api('getStreamByUser', { params: { username }, signal })
      } catch (error) {
        // A refusal says that there is no such channel; that is an answer, and it looks like an offline channel.
        if (error instanceof ApiError && error.isDefinitive) return offlineDefault(username)
        throw error
      }
    },
    retry: false,
    staleTime: isInDoubt ? 0 : whileInDoubtMs,
    // Who comes from a list of streams need not wait for what stands in it; it is asked all the same.
    initialData: () =>
      queries
        .getQueryData<ActiveStream[]>(streamsKey)
        ?.filter((stream) => stream.username === username)
        .map(infoFromList)[0],
    initialDataUpdatedAt: () => Date.now() - whileInDoubtMs - 1,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      const isUncertain = state.data?.isLive && (isInDoubt || state.data.isReconnecting)
      if (isUncertain) return whileInDoubtMs * jitter
      return (state.data?.isLive ? whileLiveMs : whileOfflineMs) * jitter
    },
  })

  useEffect(() => {
    if (!isInDoubt) return
    const timer = setTimeout(() => void refetch(), (jitter - 1) * whileInDoubtMs)
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
        // What the player asks this for, whether the stream is live, was not confirmed by it.
        { updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
      )
    },
  }
}

/** Spec section 3, 'Stream info': what holds where nothing else is known. */
export function offlineDefault(username: string): StreamInfo {
  return {
    id: null,
    streamId: null,
    username,
    title: defaultTitle(username),
    description: defaultDescription,
    isLive: false,
    isReconnecting: false,
    viewers: 0,
    category: defaultCategory,
    language: null,
    tags: [],
    thumbnail: null,
    startTime: null,
    lastBroadcast: null,
    streamPath: null,
    permlink: null,
  }
}

function infoFromList(stream: ActiveStream): StreamInfo {
  const unknown = offlineDefault(stream.username)
  return {
    ...unknown,
    ...stream,
    streamId: stream.id,
    title: stream.title === defaultListTitle ? unknown.title : stream.title,
    description: stream.description || unknown.description,
    category: stream.category || unknown.category,
  }
}
