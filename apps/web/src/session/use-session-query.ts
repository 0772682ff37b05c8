import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { callAcrossRenewals } from './call-in-session.ts'
import { useSession, useSessionStore } from './session.tsx'

type SessionQueryOptions<Answer> = Pick<
  UseQueryOptions<Answer>,
  'enabled' | 'initialData' | 'refetchInterval' | 'staleTime'
> & {
  queryKey: QueryKey
  request: (token: string, signal: AbortSignal) => Promise<Answer>
}

/** A query that only the signed-in user may make. Where the session has expired it waits for the user to renew it. */
export function useSessionQuery<Answer>({
  request,
  enabled = true,
  ...options
}: SessionQueryOptions<Answer>): UseQueryResult<Answer> {
  const session = useSessionStore()
  const { token } = useSession()
  return useQuery({
    ...options,
    enabled: enabled && token !== null,
    queryFn: ({ signal }) => callAcrossRenewals(session, (token) => request(token, signal)),
  })
}
