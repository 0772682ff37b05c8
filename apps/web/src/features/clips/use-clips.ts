import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Clip, ClipOrder } from '@waggle/contract/clips/endpoints'
import type { Answer } from '@waggle/contract/endpoints'
import { useEffect } from 'react'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { callAcrossRenewals } from '../../session/call-in-session.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'

const pageSize = 12

type Page = Answer<'listClips'>

const nextPage = (page: Page) => (page.hasMore ? page.clips.at(-1)?.createdAt : undefined)
const queryOf = (before: number | undefined) => ({
  limit: String(pageSize),
  ...(before !== undefined && { before: String(before) }),
})

/** The clips of a channel; none while they load, and if they cannot be loaded. Another order takes their place once it is loaded. */
export function useClips(username: string, order: ClipOrder) {
  const query = useInfiniteQuery({
    queryKey: ['clips', username, order],
    initialPageParam: undefined as Clip | undefined,
    queryFn: ({ signal, pageParam: last }) =>
      api('listClips', {
        params: { username },
        query: {
          ...queryOf(last?.createdAt),
          ...(order === 'views' && { order, ...(last && { viewsBefore: String(last.views) }) }),
        },
        signal,
      }),
    getNextPageParam: (page) => (page.hasMore ? page.clips.at(-1) : undefined),
    placeholderData: (before, query) => (query?.queryKey[1] === username ? before : undefined),
    retry: false,
    staleTime: 30_000,
  })
  return listOf(query)
}

/** The most watched clips of the last 7 days, of all channels; none while they load, and if they cannot be loaded. */
export function useBestClips(): readonly Clip[] {
  const { data = [] } = useQuery({
    queryKey: ['best-clips'],
    queryFn: async ({ signal }) => (await api('listBestClips', { signal })).clips,
    retry: false,
    staleTime: 60_000,
  })
  return data
}

/** The clips of the user's channel, and those that the user made. */
export function useOwnClips(user: string) {
  const session = useSessionStore()
  const { token } = useSession()
  const query = useInfiniteQuery({
    queryKey: ['own-clips', user],
    enabled: token !== null,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      callAcrossRenewals(session, (token) => api('listOwnClips', { token, signal, query: queryOf(pageParam) })),
    getNextPageParam: nextPage,
  })
  return { ...listOf(query), error: query.error, refetch: query.refetch, isLoaded: query.data !== undefined }
}

/** One clip; null when it does not exist, or not any more. */
export function useClip(clipId: string) {
  const { token } = useSession()
  return useQuery(clipQuery(clipId, token))
}

/** Looks a clip up that may be shown next. */
export function usePreparedClip(clipId: string | undefined): void {
  const queries = useQueryClient()
  const { token } = useSession()
  useEffect(() => {
    if (clipId !== undefined) void queries.prefetchQuery(clipQuery(clipId, token))
  }, [queries, clipId, token])
}

function clipQuery(clipId: string, token: string | null) {
  return queryOptions<Answer<'getClip'> | null>({
    // Who may delete it depends on the user.
    queryKey: ['clip', clipId, token],
    queryFn: async ({ signal }) => {
      try {
        return await api('getClip', { params: { clipId }, signal, ...(token !== null && { token }) })
      } catch (error) {
        if (error instanceof ApiError && error.isDefinitive) return null
        throw error
      }
    },
    retry: 2,
    staleTime: 30_000,
  })
}

/** Shows clips as the server has them, after one is gone. */
export function useRefreshClips(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const name of ['clips', 'best-clips', 'own-clips', 'clip'])
      void queries.invalidateQueries({ queryKey: [name] })
  }
}

function listOf({
  data,
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: {
  data: { pages: Page[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}) {
  return {
    clips: data?.pages.flatMap((page) => page.clips) ?? [],
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  }
}
