import { useQuery } from '@tanstack/react-query'
import type { Site } from '@waggle/contract/endpoints'
import { api } from './api/api.ts'

export const siteKey = ['site']

/** What this site is; undefined until the server has told it. It does not change while a page is open. */
export function useSite(): Site | undefined {
  return useQuery({
    queryKey: siteKey,
    queryFn: ({ signal }) => api('getSite', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 15_000),
  }).data
}

export function avatarAddress(site: Site | undefined, username: string): string | undefined {
  return site?.avatarUrl.replace('{username}', encodeURIComponent(username))
}
