import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSession, useSessionStore } from './session.tsx'

/** A question that only the session's owner may ask. A refusal of the session itself ends it. */
export function useSessionQuery<Answer>({
  queryKey,
  ask,
  refetchIntervalMs,
  isEnabled = true,
}: {
  queryKey: readonly unknown[]
  ask: (token: string, signal: AbortSignal) => Promise<Answer>
  refetchIntervalMs?: number
  isEnabled?: boolean
}): UseQueryResult<Answer> {
  const session = useSessionStore()
  const { token } = useSession()
  return useQuery({
    queryKey,
    enabled: isEnabled && token !== null,
    retry: false,
    ...(refetchIntervalMs !== undefined && { refetchInterval: refetchIntervalMs }),
    queryFn: async ({ signal }) => {
      try {
        return await ask(token ?? '', signal)
      } catch (error) {
        session.endIfRefused(error)
        throw error
      }
    },
  })
}
