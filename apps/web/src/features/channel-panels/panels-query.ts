import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** The panels of a channel as they are saved. */
export const panelsQuery = (username: string) =>
  queryOptions({
    queryKey: ['panels', username],
    queryFn: ({ signal }) => api('getPanels', { params: { username }, signal }),
  })
