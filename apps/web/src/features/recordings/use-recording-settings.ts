import { api } from '../../lib/api/api.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { recordingKeys } from './use-recordings.ts'

/** What the user's channel chooses for its recordings, how much they take, and what is deleted soon. */
export function useRecordingSettings(user: string) {
  return useSessionQuery({
    queryKey: recordingKeys.settings(user),
    request: (token, signal) => api('getRecordingSettings', { token, signal }),
  })
}
