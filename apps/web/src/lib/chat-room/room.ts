import type { ChatConfig, ChatLogEntry, ChatMessage, ChatStanding } from '@waggle/contract/chat/entities'
import type { ServerEvents, UserDeletion } from '@waggle/contract/chat/socket-events'
import type { Channel } from '@waggle/contract/endpoints'
import type { ErrorCode } from '@waggle/contract/errors'

type Payload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0]

/** The events of a room, independent of sockets. A listener implements those it needs. */
export interface RoomListener {
  /** The room is joined, at first and after every interruption. Earlier events do not arrive: the listener must fetch them. */
  joined?(room: { viewers: number; standing: ChatStanding | null }): void
  disconnected?(): void
  /** The server refused something, with a sentence to show. */
  refused?(sentence: string, code: ErrorCode | undefined): void
  messages?(messages: readonly ChatMessage[]): void
  deleted?(messageId: string): void
  /** A ban or timeout deleted messages of one user. */
  deletedOf?(deletion: UserDeletion): void
  restored?(messages: readonly ChatMessage[]): void
  clearedUpTo?(messageId: string): void
  configured?(config: ChatConfig): void
  viewers?(count: number): void
  standing?(standing: ChatStanding): void
  /** A user was banned, timed out or unbanned. */
  moderated?(change: Payload<'user-moderated'>): void
  /** Only for the owner and moderators. */
  logged?(entry: ChatLogEntry): void
  /** Title, description, category, language or tags of the channel changed. */
  channelChanged?(channel: Channel): void
  tipped?(tip: Payload<'tip'>): void
  followed?: ((follower: Payload<'new-follower'>) => void) | undefined
  overlayChanged?(): void
}

export interface Room {
  /** Joins the room again with the token of another session, or as an anonymous reader. */
  rejoin(token: string | null): void
  close(): void
}

export type OpenRoom = (channel: string, token: string | null, listener: RoomListener) => Room
