import type { ChatConfig, ChatMessage, ChatStanding } from '@waggle/contract/chat/entities'
import type { WritableStore } from '../../../lib/store/store.ts'

/** What was sent and is not confirmed yet. */
export interface PendingMessage {
  key: string
  text: string
  replyTo: ChatMessage | null
  /** The room told of it already, before the call was answered: it is in the list. */
  isInList: boolean
}

export interface ChatState {
  /** Of the history (spec section 4, 'Chat'). */
  phase: 'loading' | 'loaded' | 'failed'
  connection: 'connecting' | 'connected' | 'disconnected'
  /** Oldest first. */
  messages: readonly ChatMessage[]
  hasOlder: boolean
  isLoadingOlder: boolean
  config: ChatConfig | null
  /** Null for who is not logged in. */
  standing: ChatStanding | null
  viewers: number | null
  pending: PendingMessage | null
  /** Until then the server would refuse a message: slow mode, or too many of them. 0 when nothing is to be waited for. */
  waitUntilMs: number
  /** The last refusal that is nobody's answer, such as of the session. */
  problem: string | null
}

export const initialState: ChatState = {
  phase: 'loading',
  connection: 'connecting',
  messages: [],
  hasOlder: false,
  isLoadingOlder: false,
  config: null,
  standing: null,
  viewers: null,
  pending: null,
  waitUntilMs: 0,
  problem: null,
}

export type ChatStateStore = WritableStore<ChatState>
