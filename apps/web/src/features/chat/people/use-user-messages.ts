import { useInfiniteQuery } from '@tanstack/react-query'
import type { ChatMessage, WrittenMessage } from '@waggle/contract/chat/entities'
import { api } from '../../../lib/api/api.ts'
import { loadAcrossRenewals } from '../../../session/call-in-session.ts'
import { useSession, useSessionStore } from '../../../session/session.tsx'

type Page = { messages: WrittenMessage[]; hasMore: boolean }

/** What a user wrote in a channel, the latest first, for those who moderate it; what has arrived since is above it. */
export function useUserMessages(channel: string, username: string, loaded: readonly ChatMessage[]) {
  const session = useSessionStore()
  const { token } = useSession()
  const query = useInfiniteQuery({
    queryKey: ['chat-messages-of', channel, username],
    enabled: token !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: before }): Promise<Page> =>
      loadAcrossRenewals(session, (token) =>
        api('listChatMessagesOf', { params: { channel, username }, query: before ? { before } : {}, token, signal }),
      ),
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages.at(-1)?.id : undefined),
    // What was written a moment ago must be seen.
    staleTime: 0,
    gcTime: 0,
  })
  const stored = query.data?.pages.flatMap(({ messages }) => messages)
  const newestId = stored?.[0]?.id ?? ''
  const later = loaded.filter(({ id, message }) => message !== '' && id > newestId).map(notDeleted)
  return {
    messages: stored && [...later.toReversed(), ...stored],
    isFailed: query.isError,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}

function notDeleted(message: ChatMessage): WrittenMessage {
  return { ...message, deletedAt: null }
}
