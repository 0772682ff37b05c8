import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Site } from '@waggle/contract/endpoints'
import { programName } from '@waggle/contract/site/settings'
import { api } from './api/api.ts'
import { backOffMs } from './back-off.ts'

/** The settings of this site that the browser needs. An open page keeps those that it began with. */
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

/** What the page itself says the site is called, before the server has answered: it is in its HTML. */
const nameInPage = globalThis.document?.querySelector('meta[name="application-name"]')?.getAttribute('content')

export function useSiteName(): string {
  return useSite()?.name ?? nameInPage ?? programName
}

export function avatarAddress(site: Pick<Site, 'avatarUrl'> | undefined, username: string): string | undefined {
  return site?.avatarUrl.replace('{username}', encodeURIComponent(username))
}
