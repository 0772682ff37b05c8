import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

export const admissionRequestsKey = ['operating', 'admission', 'requests']

/** Who asks to broadcast, the longest waiting first (rule ADMIT-2). */
export function useAdmissionRequests() {
  return useSessionQuery({
    queryKey: admissionRequestsKey,
    request: (token, signal) => api('listAdmissionRequests', { token, signal }),
  })
}

/** How many requests wait for somebody who decides them. */
export function useWaitingRequests(): number {
  const { data } = useAdmissionRequests()
  return data && !data.isIdle ? data.requests.length : 0
}
