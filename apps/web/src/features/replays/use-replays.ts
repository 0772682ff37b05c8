import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Answer } from '@waggle/contract/endpoints'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useSession } from '../../session/session.tsx'
import { useSessionQuery } from '../../session/use-session-query.ts'

const pageSize = 12

/** The recorded broadcasts of a channel, the latest first; none while they load, and if they cannot be loaded. */
export function useReplays(username: string) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: replaysKey(username),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      api('listReplays', {
        params: { username },
        query: { limit: String(pageSize), ...(pageParam !== undefined && { before: String(pageParam) }) },
        signal,
      }),
    getNextPageParam: (page) => (page.hasMore ? page.replays.at(-1)?.startedAt : undefined),
    retry: false,
    staleTime: 30_000,
  })
  return {
    replays: data?.pages.flatMap((page) => page.replays) ?? [],
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  }
}

/** One recorded broadcast; null when it does not exist, or not any more. */
export function useReplay(streamId: string) {
  // Its channel finds it also while it is not published.
  const { token } = useSession()
  return useQuery<Answer<'getReplay'> | null>({
    queryKey: ['replay', streamId, token],
    queryFn: async ({ signal }) => {
      try {
        return await api('getReplay', { params: { streamId }, signal, ...(token !== null && { token }) })
      } catch (error) {
        if (error instanceof ApiError && error.isDefinitive) return null
        throw error
      }
    },
    retry: 2,
    staleTime: 30_000,
  })
}

/** The latest recorded broadcasts of the channels that the user follows; none while they load, and if they cannot be loaded. */
export function useFollowedReplays(user: string) {
  const { data } = useSessionQuery({
    queryKey: ['replays', 'followed', user],
    request: (token, signal) => api('listFollowedReplays', { token, signal }),
  })
  return data?.replays ?? []
}

export function replaysKey(username: string): string[] {
  return ['replays', username]
}
