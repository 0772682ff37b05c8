import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { useAdmissionSettings } from './use-admission-settings.ts'

const refreshMs = 60_000

/** Who asks to broadcast, the longest waiting first (rule ADMIT-2). */
export function useAdmissionRequests() {
  return useSessionQuery({
    queryKey: ['operating', 'admission', 'requests'],
    refetchInterval: refreshMs,
    request: (token, signal) => api('listAdmissionRequests', { token, signal }),
  })
}

/** Everybody may broadcast: what is decided about requests counts once that is not so. Unknown to the moderators of the site. */
export function useAreRequestsIdle(isOperator: boolean): boolean {
  return useAdmissionSettings(isOperator).data?.broadcasters.value.who === 'everybody'
}

/** How many requests wait for somebody who decides them. */
export function useWaitingRequests(isOperator: boolean): number {
  const { data } = useAdmissionRequests()
  const isIdle = useAreRequestsIdle(isOperator)
  return isIdle ? 0 : (data?.requests.length ?? 0)
}
