import { queryOptions } from '@tanstack/react-query'
import { limits } from '@waggle/contract/limits'
import { api } from '../api/api.ts'

/** The active streams. All that show or watch the list share one request (rule HOME-6). */
export const streamsQuery = queryOptions({
  queryKey: ['streams'],
  queryFn: async ({ signal }) => (await api('listStreams', { signal })).streams,
  refetchInterval: ({ state: { data } }) =>
    document.visibilityState === 'visible' && (data?.length ?? 0) <= limits.streamsRefreshedOften
      ? limits.viewersRefreshMs
      : limits.streamsRefreshMs,
})

/** The list that came along with the page: shown until the first answer of the server. */
export const sentStreamsKey = ['streams-sent']

/** The id of the stream that the server chose for the home page; it came along with the page too. */
export const sentFeaturedKey = ['featured-sent']
