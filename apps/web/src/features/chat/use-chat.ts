import type { ChatRole } from '@waggle/contract/chat/entities'
import type { Channel } from '@waggle/contract/endpoints'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { openRoom } from '../../lib/chat-room/open-room.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { createModerationActions, type ModerationActions } from './moderation-actions.ts'
import type { ChatState } from './store/chat-state.ts'
import { type ChatStore, createChatStore } from './store/chat-store.ts'

/** A channel's chat as a component sees it. */
export interface ChatView {
  channel: string
  store: ChatStore
  state: ChatState
  actions: ModerationActions
  /** Null for who is not logged in, and where chat is only read. */
  me: string | null
  role: ChatRole
  isModerating: boolean
}

/** Runs the chat of one channel as long as the component stands. The component is keyed by the channel. */
export function useChat(
  channel: string,
  isReadOnly: boolean,
  onChannelChanged: ((channel: Channel) => void) | undefined,
): ChatView {
  const session = useSessionStore()
  const { user } = useSession()
  const [store] = useState(() => createChatStore({ api, channel, openRoom, session, isReadOnly, onChannelChanged }))
  const actions = useMemo(() => createModerationActions({ api, channel, session }), [channel, session])
  const state = useStore(store)
  useEffect(() => store.start(), [store])
  const me = isReadOnly ? null : user
  const role = me === null ? 'user' : (state.standing?.role ?? 'user')
  return { channel, store, state, actions, me, role, isModerating: role !== 'user' }
}
