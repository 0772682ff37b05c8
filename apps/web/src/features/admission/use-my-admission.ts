import { api } from '../../lib/api/api.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

/** How soon the page shows a decision, or why the encoder was refused. */
const refreshMs = 5000

export const myAdmissionKey = (user: string) => ['my-admission', user]

/** Whether the user may broadcast, and why not (rule ADMIT-1). */
export function useMyAdmission(user: string) {
  return useSessionQuery({
    queryKey: myAdmissionKey(user),
    request: (token, signal) => api('getMyAdmission', { token, signal }),
    refetchInterval: refreshMs,
    isSecondary: true,
  })
}
