import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { UserDeletion } from '@waggle/contract/chat/socket-events'

type WrittenMessage = Pick<ChatMessage, 'id' | 'username'>

const maxIds = 500
const maxUserDeletions = 100

/**
 * What has been deleted in a room while this page was open. An answer that was on its way at that moment may still contain it. Only
 * the latest deletions are remembered: answers do not take that long.
 */
export function createDeletions() {
  const ids = new Set<string>()
  let ofUsers: UserDeletion[] = []
  let clearedUpToId = ''

  return {
    has: (message: WrittenMessage): boolean =>
      ids.has(message.id) || message.id <= clearedUpToId || ofUsers.some((deletion) => isDeletedBy(deletion, message)),
    add(id: string): void {
      ids.add(id)
      if (ids.size > maxIds) ids.delete(ids.values().next().value ?? '')
    },
    addOfUser(deletion: UserDeletion): void {
      ofUsers = [...ofUsers, deletion].slice(-maxUserDeletions)
    },
    addClear(upToId: string): void {
      clearedUpToId = upToId
    },
    /** These messages are shown again. */
    restore(messages: readonly WrittenMessage[]): void {
      for (const { id } of messages) ids.delete(id)
      clearedUpToId = ''
      ofUsers = ofUsers.filter((deletion) => !messages.some((message) => isDeletedBy(deletion, message)))
    },
  }
}

export function isDeletedBy({ username, fromId, upToId }: UserDeletion, message: WrittenMessage): boolean {
  return message.username === username && fromId <= message.id && message.id <= upToId
}
