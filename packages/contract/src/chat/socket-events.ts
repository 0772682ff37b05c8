import type { Channel } from '../channels/endpoints.ts'
import type { ErrorCode } from '../errors.ts'
import type { ChannelTip } from '../hive/endpoints.ts'
import type { ChatConfig, ChatLogEntry, ChatMessage, ChatPresence, ChatStanding } from './entities.ts'

/**
 * The events at `/socket.io`, for both ends. Those that the rules do not name are additions: they replace none that the rules name
 * (rule SOCKET-7).
 */
export interface ServerEvents {
  /** One message, to clients that did not ask for `coalesce`. */
  'chat-message': (message: ChatMessage) => void
  /** The same message again, under the name the dashboard listens for. */
  'new-message': (message: ChatMessage) => void
  /** To clients that asked for `coalesce`: one or more messages of one room in the order of their ids. */
  messages: (batch: { channel: string; messages: ChatMessage[] }) => void
  /** The id of the deleted message. */
  'message-deleted': (messageId: string) => void
  /**
   * To clients that asked for `coalesce`: the messages of one user from one id to another are deleted, both included. Other clients
   * receive `message-deleted` for each.
   */
  'user-messages-deleted': (deleted: UserDeletion) => void
  /** Reverted deletions: the client shows these messages again. */
  'messages-restored': (batch: { channel: string; messages: ChatMessage[] }) => void
  /** All messages up to this id are deleted. */
  'chat-cleared': (cleared: { channel: string; upTo: string }) => void
  /** Follows the message of kind 'tip', with the data that a dashboard or an overlay shows. */
  tip: (tip: ChannelTip) => void
  'config-changed': (config: ChatConfig) => void
  presence: (presence: Pick<ChatPresence, 'channel' | 'viewers'>) => void
  /** A user was banned, timed out or unbanned. */
  'user-moderated': (change: {
    channel: string
    username: string
    action: 'ban' | 'timeout' | 'unban'
    expiresAt: number | null
  }) => void
  /** To every socket of one user: the user's role or restriction, on joining and on every change. */
  standing: (standing: ChatStanding) => void
  /** To the owner and moderators. */
  'log-entry': (entry: ChatLogEntry & { channel: string }) => void
  /** Title, description, category, language or tags of the room's channel changed. */
  'channel-changed': (channel: Channel) => void
  /** To clients that asked for `alerts`. At most once a day for a follower who unfollows and follows again. */
  'new-follower': (follower: { channel: string; username: string; followerCount: number }) => void
  /** The settings or the address of the overlay changed: the client requests it again. */
  'overlay-changed': (changed: { channel: string }) => void
  /** The token of `join-room` is not valid: the client has joined the room as a reader. */
  'auth-error': (refusal: SocketRefusal) => void
  error: (refusal: SocketRefusal) => void
}

export interface ClientEvents {
  'join-room': (request: JoinRequest, joined?: (answer: JoinAnswer) => void) => void
  'leave-room': (request: { room: string } | string) => void
}

export interface UserDeletion {
  channel: string
  username: string
  fromId: string
  upToId: string
}

interface JoinRequest {
  /** `chat-{channel}`. */
  room: string
  token?: string | null
  /** Sends messages as `messages`, several at once when the room is busy, and likewise deletions of a user's messages. */
  coalesce?: boolean
  /** Sends `new-follower`. */
  alerts?: boolean
}

export type JoinAnswer =
  | { ok: true; channel: string; viewers: number; standing: ChatStanding | null }
  | ({ ok: false } & SocketRefusal)

/** The same fields as the body of a refusal by the API. */
export interface SocketRefusal {
  code: ErrorCode
  error: string
  message: string
}
