import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { callInSession } from './call-in-session.ts'
import { useSession, useSessionStore } from './session.tsx'

type SessionQueryOptions<Answer> = Pick<
  UseQueryOptions<Answer>,
  'enabled' | 'initialData' | 'refetchInterval' | 'staleTime'
> & {
  queryKey: QueryKey
  request: (token: string, signal: AbortSignal) => Promise<Answer>
}

/** A query that only the signed-in user may make. Ends the session when the server refuses it. */
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
    queryFn: ({ signal }) => callInSession(session, (token) => request(token, signal)),
  })
}
