import type { ChatConfig, ChatMessage, ChatStanding } from '@waggle/contract/chat/entities'
import type { WritableStore } from '../../../lib/store/store.ts'

/** A message that was sent and that the server has not confirmed yet. */
export interface PendingMessage {
  key: string
  text: string
  replyTo: ChatMessage | null
  sentAtMs: number
  /** When the picture was taken that the writer saw, milliseconds since 1970. */
  pictureAtMs?: number | undefined
  /** The room delivered the message before the call was answered, so the list shows it already. */
  isInList: boolean
}

export interface ChatState {
  /** Of the history (rule CHAT-3). */
  phase: 'loading' | 'loaded' | 'failed'
  connection: 'connecting' | 'connected' | 'disconnected'
  /** Oldest first. */
  messages: readonly ChatMessage[]
  hasOlder: boolean
  config: ChatConfig | null
  /** Null while logged out. */
  standing: ChatStanding | null
  viewers: number | null
  pending: PendingMessage | null
  /** Until then the server refuses messages, because of slow mode or a rate limit. 0 when there is nothing to wait for. */
  waitUntilMs: number
  /** The last failure that answers nothing that the user has just sent, such as older messages that cannot be loaded. */
  problem: string | null
}

export const initialState: ChatState = {
  phase: 'loading',
  connection: 'connecting',
  messages: [],
  hasOlder: false,
  config: null,
  standing: null,
  viewers: null,
  pending: null,
  waitUntilMs: 0,
  problem: null,
}

export type ChatStateStore = WritableStore<ChatState>
