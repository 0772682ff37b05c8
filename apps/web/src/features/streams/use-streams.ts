import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ActiveStream } from '@waggle/contract/endpoints'
import { limits } from '@waggle/contract/limits'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'

export const streamsKey = ['streams']
/** The list that came along with the page: what is shown until the server was asked. */
export const sentStreamsKey = ['streams-sent']

/** Who turns to another page needs no newer list than this. */
const freshMs = 3000

export interface Streams {
  /** The last list that was received; it stays while a later refresh fails. */
  streams: readonly ActiveStream[] | undefined
  /** Why there is no list at all. */
  error: string | undefined
  isRefreshing: boolean
  refresh(): void
}

/** The live streams, asked for every 30 s by all who show them together. */
export function useStreams(): Streams {
  const queries = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: streamsKey,
    queryFn: async ({ signal }) => (await api('listStreams', { signal })).streams,
    placeholderData: (before) => before ?? queries.getQueryData<ActiveStream[]>(sentStreamsKey),
    refetchInterval: limits.streamsRefreshMs,
    staleTime: freshMs,
    retry: 1,
  })
  return {
    streams: data,
    error: data === undefined && error ? describe(error) : undefined,
    isRefreshing: isFetching,
    refresh: () => void refetch(),
  }
}

function describe(error: Error): string {
  return error instanceof ApiError ? fill(sentences.streams.failed, { status: error.status }) : sentences.player.network
}
