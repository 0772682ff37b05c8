import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ActiveStream } from '@waggle/contract/endpoints'
import { ApiError } from '../../lib/api/api-error.ts'
import { sentStreamsKey, streamsQuery } from '../../lib/queries/streams-query.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'

export interface Streams {
  /** The last list received; it stays when a refresh fails. */
  streams: readonly ActiveStream[] | undefined
  /** Why there is no list. */
  error: string | undefined
  isRefreshing: boolean
  refresh(): void
}

/** The live streams, refreshed (rule HOME-6) by one query that all components share. */
export function useStreams(): Streams {
  const queries = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({
    ...streamsQuery,
    placeholderData: (before) => before ?? queries.getQueryData<ActiveStream[]>(sentStreamsKey),
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
