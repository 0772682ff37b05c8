import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** What a channel has planned, the next one first. With `nextBroadcast` it is asked for again when another one is the next. */
export const scheduleQuery = (username: string, nextBroadcast: number | null = null) =>
  queryOptions({
    queryKey: ['schedule', username, nextBroadcast],
    queryFn: ({ signal }) => api('getSchedule', { params: { username }, signal }),
  })
