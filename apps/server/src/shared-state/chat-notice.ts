import type { ChatMessage, ChatStanding } from '@waggle/contract/chat/entities'
import type { ServerEvents } from '@waggle/contract/chat/socket-events'

/** Published by one chat process to all, including itself, so that each forwards it to its own sockets. */
export type ChatNotice =
  | { kind: 'message'; message: ChatMessage }
  | { [Name in keyof ServerEvents]: RoomEvent<Name> }[keyof ServerEvents]
  /** Messages of one user are deleted; their ids in order. */
  | { kind: 'user-messages-deleted'; channel: string; username: string; ids: string[] }
  /** A user's role or restriction changed. */
  | { kind: 'standing'; standing: ChatStanding }
  /** Every process closes the user's sockets. */
  | { kind: 'close-sockets'; username: string }

interface RoomEvent<Name extends keyof ServerEvents> {
  kind: 'event'
  channel: string
  /** 'alerts': sockets that subscribed to alerts, and ahead of batched messages. */
  audience: 'everyone' | 'moderators' | 'alerts'
  name: Name
  payload: Parameters<ServerEvents[Name]>[0]
}

/** How many sockets one process has in a room. */
export interface RoomCount {
  process: string
  channel: string
  anonymous: number
  /** The number of logged-in users; `users` names the first of them. */
  userCount: number
  users: string[]
}
