import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

export const admissionSettingsKey = ['operating', 'admission', 'settings']

/** Who may broadcast and chat. Moderators of the site may not read it: they are not asked to. */
export function useAdmissionSettings(isOperator: boolean) {
  return useSessionQuery({
    queryKey: admissionSettingsKey,
    enabled: isOperator,
    request: (token, signal) => api('getAdmissionSettings', { token, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
