import type { ChatMessage, ChatStanding } from '@waggle/contract/chat/entities'
import type { ServerEvents } from '@waggle/contract/chat/socket-events'

/** What one chat process tells all, itself included, so that each tells its own sockets. */
export type ChatNotice =
  | { kind: 'message'; message: ChatMessage }
  | { [Name in keyof ServerEvents]: RoomEvent<Name> }[keyof ServerEvents]
  /** A user's role or restriction changed. */
  | { kind: 'standing'; standing: ChatStanding }
  /** All sockets of the user are to be closed. */
  | { kind: 'close-sockets'; username: string }

export interface RoomEvent<Name extends keyof ServerEvents> {
  kind: 'event'
  channel: string
  /** 'alerts': who asked for them, and ahead of messages that are gathered. */
  audience: 'everyone' | 'moderators' | 'alerts'
  name: Name
  payload: Parameters<ServerEvents[Name]>[0]
}

/** How many sockets one process has in a room. */
export interface RoomCount {
  process: string
  channel: string
  anonymous: number
  /** All who are logged in; `users` names the first of them. */
  userCount: number
  users: string[]
}
