import type { ChatBan, ChatConfig, ChatLogEntry, ChatMessage } from '@waggle/contract/chat/entities'
import type { WritableStore } from '../../../lib/store/store.ts'

export interface ModerationState {
  /** Of the messages and lists, which are loaded when the room is joined. */
  phase: 'loading' | 'loaded' | 'failed'
  connection: 'connecting' | 'connected' | 'disconnected'
  /** The last hundred, oldest first. */
  messages: readonly ChatMessage[]
  /** Null until it has been loaded; all modes then show as off (rule MOD-6). */
  config: ChatConfig | null
  /** The last attempt to load the config failed, or returned one without the fields that only the owner and moderators get. */
  hasConfigFailed: boolean
  bans: readonly ChatBan[]
  /** Newest first. */
  log: readonly ChatLogEntry[]
  hasOlderLog: boolean
}

export type ModerationStateStore = WritableStore<ModerationState>

export const initialState: ModerationState = {
  phase: 'loading',
  connection: 'connecting',
  messages: [],
  config: null,
  hasConfigFailed: false,
  bans: [],
  log: [],
  hasOlderLog: false,
}
