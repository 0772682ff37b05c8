import { queryOptions } from '@tanstack/react-query'
import { limits } from '@waggle/contract/limits'
import { api } from '../api/api.ts'

/** The active streams. All that show or watch the list share one request every 30 s. */
export const streamsQuery = queryOptions({
  queryKey: ['streams'],
  queryFn: async ({ signal }) => (await api('listStreams', { signal })).streams,
  refetchInterval: limits.streamsRefreshMs,
})

/** The list that came along with the page: shown until the first answer of the server. */
export const sentStreamsKey = ['streams-sent']
