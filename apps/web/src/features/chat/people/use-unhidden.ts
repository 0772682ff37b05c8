import type { ChatMessage } from '@waggle/contract/chat/entities'
import { useMemo } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { chatPreferences } from '../preferences/chat-preferences.ts'

/**
 * The messages without those of the users whom the reader has hidden, and without their words above a reply (rule CHAT-25). Who moderates
 * sees all of it.
 */
export function useUnhidden(messages: readonly ChatMessage[], isModerating: boolean): readonly ChatMessage[] {
  const { hiddenUsers } = useStore(chatPreferences)
  return useMemo(() => {
    if (isModerating || hiddenUsers.length === 0) return messages
    const hidden = new Set(hiddenUsers)
    return messages
      .filter(({ username }) => !hidden.has(username))
      .map((message) =>
        message.replyTo && hidden.has(message.replyTo.username) ? { ...message, replyTo: null } : message,
      )
  }, [messages, hiddenUsers, isModerating])
}
