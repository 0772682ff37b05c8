import { useInfiniteQuery } from '@tanstack/react-query'
import type { SiteAppeal } from '@waggle/contract/operating/appeal-endpoints'
import { api } from '../../../lib/api/api.ts'
import { loadAcrossRenewals } from '../../../session/call-in-session.ts'
import { useSessionStore } from '../../../session/session.tsx'
import { useSessionQuery } from '../../../session/use-session-query.ts'

const refreshMs = 10_000

/** What was reported, page by page. */
export function useReportedThings(state: 'open' | 'closed') {
  const session = useSessionStore()
  return useInfiniteQuery({
    queryKey: ['operating', 'reports', state],
    refetchInterval: refreshMs,
    queryFn: ({ pageParam, signal }) =>
      loadAcrossRenewals(session, (token) =>
        api('listReports', { query: pageParam === '' ? { state } : { state, after: pageParam }, token, signal }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ things, hasMore }) => (hasMore ? things.at(-1)?.id : undefined),
  })
}

/** Appeals, the open ones and those that were decided. */
export function useAppeals() {
  return useSessionQuery({
    queryKey: ['operating', 'appeals'],
    refetchInterval: refreshMs,
    request: (token, signal) => api('listAppeals', { token, signal }),
  })
}

/** This user decides it. */
export function isForMe({ decision }: SiteAppeal): boolean {
  return decision !== 'another'
}

/** How many reported things, and appeals that this user decides, wait, as many as are loaded. */
export function useOpenCount(): number {
  const { data: reports } = useReportedThings('open')
  const { data: appeals } = useAppeals()
  return (reports?.pages.flatMap(({ things }) => things).length ?? 0) + (appeals?.open.filter(isForMe).length ?? 0)
}
