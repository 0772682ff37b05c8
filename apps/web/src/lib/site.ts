import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Site } from '@waggle/contract/endpoints'
import { api } from './api/api.ts'
import { backOffMs } from './back-off.ts'

/** The settings of this site that the browser needs. They do not change while a page is open. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => api('getSite', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: true,
  retryDelay: (failures) => backOffMs(failures, { firstMs: 1000, longestMs: 15_000 }),
})

/** Undefined until the server has answered. */
export function useSite(): Site | undefined {
  return useQuery(siteQuery).data
}

export function avatarAddress(site: Site | undefined, username: string): string | undefined {
  return site?.avatarUrl.replace('{username}', encodeURIComponent(username))
}
