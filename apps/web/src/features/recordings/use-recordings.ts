import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { callAcrossRenewals } from '../../session/call-in-session.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { allRecordings } from './find/recordings-in-address.ts'

const keys = {
  list: (user: string) => ['recordings', user],
  settings: (user: string) => ['recording-settings', user],
}

export const recordingKeys = keys

/** The recordings of the user's channel that are listed, in their order; those whose title has each of `words`, if there are any. */
export function useRecordings(user: string, { words, show, order } = { ...allRecordings, words: '' }) {
  const session = useSessionStore()
  const { token } = useSession()
  const { data, error, isPlaceholderData, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...keys.list(user), show, order, words],
    enabled: token !== null,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      callAcrossRenewals(session, (token) =>
        api('listOwnReplays', {
          token,
          signal,
          query: { show, order, ...(words && { words }), ...(pageParam !== undefined && { after: pageParam }) },
        }),
      ),
    getNextPageParam: (page) => page.next ?? undefined,
  })
  return {
    recordings: data?.pages.flatMap((page) => page.replays),
    /** Those of the choice before, until the answer is there. */
    isOutdated: isPlaceholderData,
    error,
    refetch,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  }
}

/** Shows the recordings as the server has them, after one has changed. */
export function useRefreshRecordings(user: string): () => void {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [keys.list(user), keys.settings(user), ['replays', user], ['replay']]) {
      void queries.invalidateQueries({ queryKey })
    }
  }
}
