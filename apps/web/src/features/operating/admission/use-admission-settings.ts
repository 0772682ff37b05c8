import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

export const admissionSettingsKey = ['operating', 'admission', 'settings']

/** Who may broadcast and chat. For operators: the moderators of the site may not read it. */
export function useAdmissionSettings() {
  return useSessionQuery({
    queryKey: admissionSettingsKey,
    request: (token, signal) => api('getAdmissionSettings', { token, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
