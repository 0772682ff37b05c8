import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadAcrossRenewals } from './call-in-session.ts'
import { useSession, useSessionStore } from './session.tsx'

type SessionQueryOptions<Answer> = Pick<
  UseQueryOptions<Answer>,
  'enabled' | 'initialData' | 'refetchInterval' | 'staleTime'
> & {
  queryKey: QueryKey
  request: (token: string, signal: AbortSignal) => Promise<Answer>
  /** The page is of use without it, so that it does not ask again for a signature that the user has put off. */
  isSecondary?: boolean
}

/**
 * A query that only the signed-in user may make. Where the session has expired it waits for the user to renew it, and the page that
 * it belongs to asks for that when it opens.
 */
export function useSessionQuery<Answer>({
  request,
  enabled = true,
  isSecondary = false,
  ...options
}: SessionQueryOptions<Answer>): UseQueryResult<Answer> {
  const session = useSessionStore()
  const { token } = useSession()
  const isEnabled = enabled && token !== null
  useEffect(() => {
    if (isEnabled && !isSecondary) session.askForRenewal()
  }, [session, isEnabled, isSecondary])
  return useQuery({
    ...options,
    enabled: isEnabled,
    queryFn: ({ signal }) => loadAcrossRenewals(session, (token) => request(token, signal)),
  })
}
