import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { UserDeletion } from '@waggle/contract/chat/socket-events'
import { limits } from '@waggle/contract/limits'
import type { Api } from '../../../lib/api/api.ts'
import { createDeletions } from '../../../lib/chat-room/deletions.ts'
import type { ModerationStateStore } from './moderation-state.ts'

/** The last hundred messages of a channel: loaded once, then kept up to date with what the room reports. */
export function createRecentMessages({
  api,
  channel,
  store,
}: {
  api: Api
  channel: string
  store: ModerationStateStore
}) {
  const deletions = createDeletions()

  function setMessages(messages: readonly ChatMessage[]): void {
    const byId = new Map(messages.map((message) => [message.id, message]))
    const sorted = [...byId.values()]
      .filter((message) => !deletions.has(message))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    store.setState({ messages: sorted.slice(-limits.chatDashboardPageSize) })
  }

  const add = (messages: readonly ChatMessage[]) => setMessages([...store.getState().messages, ...messages])

  return {
    add,
    async load(): Promise<void> {
      const query = { limit: String(limits.chatDashboardPageSize) }
      try {
        const { messages } = await api('listChatMessages', { params: { channel }, query })
        const newest = messages.at(-1)?.id ?? ''
        // The room may have reported messages newer than the page. Older ones that the page lacks were deleted.
        setMessages([...messages, ...store.getState().messages.filter(({ id }) => id > newest)])
        store.setState({ phase: 'loaded' })
      } catch {
        if (store.getState().phase !== 'loaded') store.setState({ phase: 'failed' })
      }
    },
    remove(id: string): void {
      deletions.add(id)
      add([])
    },
    removeOf(deletion: UserDeletion): void {
      deletions.addOfUser(deletion)
      add([])
    },
    restore(messages: readonly ChatMessage[]): void {
      deletions.restore(messages)
      add(messages)
    },
    clear(upToId: string): void {
      deletions.addClear(upToId)
      add([])
    },
  }
}
