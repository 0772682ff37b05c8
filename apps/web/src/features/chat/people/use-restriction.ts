import type { ChatBan } from '@waggle/contract/chat/entities'
import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

/** Whether a user is banned or timed out in a channel, for those who moderate it. Undefined while unknown, and where neither is so. */
export function useRestriction(channel: string, username: string): ChatBan['kind'] | undefined {
  const { data, isFetchedAfterMount } = useSessionQuery({
    queryKey: ['chat-restriction', channel, username],
    request: async (token, signal) => {
      const { bans } = await api('listChatBans', { params: { channel }, token, signal })
      return bans.find((ban) => ban.username === username)?.kind ?? null
    },
    isSecondary: true,
    // A ban of a moment ago must be seen.
    staleTime: 0,
  })
  // What an earlier card has read may have been changed since.
  return (isFetchedAfterMount && data) || undefined
}
