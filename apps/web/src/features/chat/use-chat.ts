import type { ChatRole } from '@waggle/contract/chat/entities'
import type { Channel } from '@waggle/contract/endpoints'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { createModerationCalls, type ModerationCalls } from '../../lib/chat-room/moderation-calls.ts'
import { openRoom } from '../../lib/chat-room/open-room.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { callAcrossRenewals } from '../../session/call-in-session.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import type { ChatState } from './store/chat-state.ts'
import { type ChatStore, createChatStore } from './store/chat-store.ts'

/** A channel's chat as a component sees it. */
export interface ChatView {
  channel: string
  store: ChatStore
  state: ChatState
  calls: ModerationCalls
  /** The user's name. Null while logged out, and where the chat is read-only. */
  me: string | null
  role: ChatRole
  isModerating: boolean
}

/** Runs the chat of one channel while the component is mounted. The component must have the channel as its key. */
export function useChat(
  channel: string,
  isReadOnly: boolean,
  onChannelChanged: ((channel: Channel) => void) | undefined,
): ChatView {
  const session = useSessionStore()
  const { user } = useSession()
  const [store] = useState(() => createChatStore({ api, channel, openRoom, session, isReadOnly, onChannelChanged }))
  const calls = useMemo(() => {
    return createModerationCalls({
      api,
      channel,
      callInSession: (call) => callAcrossRenewals(session, call),
      screen: 'chat',
    })
  }, [channel, session])
  const state = useStore(store)
  useEffect(() => store.start(), [store])
  const me = isReadOnly ? null : user
  // Owners need not wait for the room, which may be out of reach, to change the rules of their chat.
  const role = me === null ? 'user' : me === channel ? 'owner' : (state.standing?.role ?? 'user')
  return { channel, store, state, calls, me, role, isModerating: role !== 'user' }
}
