import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ApiError } from '../lib/api/api-error.ts'
import { useSession, useSessionStore } from './session.tsx'

/** A question that only the session's owner may ask. A refusal of the session itself ends it. */
export function useSessionQuery<Answer>({
  queryKey,
  ask,
  refetchIntervalMs,
  staleMs = 0,
  isEnabled = true,
}: {
  queryKey: readonly unknown[]
  ask: (token: string, signal: AbortSignal) => Promise<Answer>
  refetchIntervalMs?: number
  staleMs?: number
  isEnabled?: boolean
}): UseQueryResult<Answer> {
  const session = useSessionStore()
  const { token } = useSession()
  return useQuery({
    queryKey,
    enabled: isEnabled && token !== null,
    refetchInterval: refetchIntervalMs ?? false,
    staleTime: staleMs,
    // A refusal stays one, and the session it was of may be another's by then.
    retry: (failures, error) => failures === 0 && !(error instanceof ApiError && error.isDefinitive),
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
