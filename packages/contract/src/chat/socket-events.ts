import type { Channel } from '../channels/endpoints.ts'
import type { ErrorCode } from '../errors.ts'
import type { ChannelTip } from '../hive/endpoints.ts'
import type { ChatConfig, ChatLogEntry, ChatMessage, ChatPresence, ChatStanding } from './entities.ts'

/**
 * The events at `/socket.io` (spec section 7), for both ends. What the specification does not name is added, never put in the
 * place of what it names.
 */
export interface ServerEvents {
  /** One message, to clients that did not ask for `coalesce`. */
  'chat-message': (message: ChatMessage) => void
  /** The same message again, under the name the dashboard listens for. */
  'new-message': (message: ChatMessage) => void
  /** To clients that asked for `coalesce`: messages of one room in order of their ids, one or many. */
  messages: (batch: { channel: string; messages: ChatMessage[] }) => void
  /** The id of a message that is to disappear. */
  'message-deleted': (messageId: string) => void
  /** Deletions were undone: these are to be shown again. */
  'messages-restored': (batch: { channel: string; messages: ChatMessage[] }) => void
  /** All messages up to this id are to disappear. */
  'chat-cleared': (cleared: { channel: string; upTo: string }) => void
  /** The tip of which the message of kind 'tip' before it tells, with what a dashboard or an overlay shows. */
  tip: (tip: ChannelTip) => void
  'config-changed': (config: ChatConfig) => void
  presence: (presence: Pick<ChatPresence, 'channel' | 'viewers'>) => void
  /** Somebody was banned, timed out or let in again. */
  'user-moderated': (change: {
    channel: string
    username: string
    action: 'ban' | 'timeout' | 'unban'
    expiresAt: number | null
  }) => void
  /** To every socket of one user: the own role or restriction changed, or was asked for by joining. */
  standing: (standing: ChatStanding) => void
  /** To the owner and moderators. */
  'log-entry': (entry: ChatLogEntry & { channel: string }) => void
  /** Title, description, category, language or tags of the room's channel changed. */
  'channel-changed': (channel: Channel) => void
  /** To clients that asked for `alerts`; of one who follows again, once a day. */
  'new-follower': (follower: { channel: string; username: string; followerCount: number }) => void
  /** The overlay of the channel is to be asked for again: its settings changed, or its address. */
  'overlay-changed': (changed: { channel: string }) => void
  /** The token of `join-room` is not good; the room is joined as a reader. */
  'auth-error': (refusal: SocketRefusal) => void
  error: (refusal: SocketRefusal) => void
}

export interface ClientEvents {
  'join-room': (request: JoinRequest, joined?: (answer: JoinAnswer) => void) => void
  'leave-room': (request: { room: string } | string) => void
}

export interface JoinRequest {
  /** 'chat-' and the channel. */
  room: string
  token?: string | null
  /** Messages come as `messages`, several at once when the room is busy. */
  coalesce?: boolean
  /** New followers are told. */
  alerts?: boolean
}

export type JoinAnswer =
  | { ok: true; channel: string; viewers: number; standing: ChatStanding | null }
  | ({ ok: false } & SocketRefusal)

/** As the bodies of the API's refusals. */
export interface SocketRefusal {
  code: ErrorCode
  error: string
  message: string
}
