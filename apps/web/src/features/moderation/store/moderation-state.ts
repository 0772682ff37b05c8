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
  /** Why the config could not be loaded, or not with the fields that only the owner and moderators get. */
  configFailure: string | null
  bans: readonly ChatBan[]
  /** Why the list of bans could not be loaded; it is then empty, or as it was before (rule MOD-6). */
  bansFailure: string | null
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
  configFailure: null,
  bans: [],
  bansFailure: null,
  log: [],
  hasOlderLog: false,
}
