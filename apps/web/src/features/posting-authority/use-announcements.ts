import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@waggle/contract/endpoints'
import type { AnnouncementSettings } from '@waggle/contract/hive/endpoints'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSession } from '../../session/session.tsx'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { postingAuthorityTexts as texts } from '../../texts/streamer/posting-authority.ts'
import { toast } from '../../ui/surfaces/toast.tsx'
import { changeAnnouncements } from './change-announcements.ts'

const refreshMs = 5000

/** The announcements of the signed-in user, which two cards of the page show and change. */
export function useAnnouncements() {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const queryKey = ['announcements', user]
  const { data, error } = useSessionQuery({
    queryKey,
    refetchInterval: refreshMs,
    request: (token, signal) => api('getAnnouncements', { token, signal }),
  })
  /** What is being saved is shown at once, and taken back when saving fails. */
  const [unsaved, setUnsaved] = useState<Partial<AnnouncementSettings>>({})
  const show = (answer: Answer<'getAnnouncements'>) => queryClient.setQueryData(queryKey, answer)
  const save = useSessionMutation<Partial<AnnouncementSettings>, Answer<'updateAnnouncements'>>({
    send: ({ token, input }) => changeAnnouncements({ api, token, change: input }),
    failed: texts.saveFailed,
    onDone(answer) {
      show(answer)
      toast(texts.saved)
    },
    onSettled: () => setUnsaved({}),
  })
  return {
    data: data && { ...data, settings: { ...data.settings, ...unsaved } },
    error,
    show,
    save: {
      isBusy: save.isBusy,
      failure: save.failure,
      run(change: Partial<AnnouncementSettings>) {
        setUnsaved(change)
        save.run(change)
      },
    },
  }
}
