import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@waggle/contract/endpoints'
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

/** The clips of a channel, the latest first; none while they load, and if they cannot be loaded. */
export function useClips(username: string) {
  const query = useInfiniteQuery({
    queryKey: ['clips', username],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) => api('listClips', { params: { username }, query: queryOf(pageParam), signal }),
    getNextPageParam: nextPage,
    retry: false,
    staleTime: 30_000,
  })
  return listOf(query)
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
  // Who may delete it depends on the user.
  const { token } = useSession()
  return useQuery<Answer<'getClip'> | null>({
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
    for (const name of ['clips', 'own-clips', 'clip']) void queries.invalidateQueries({ queryKey: [name] })
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
