import type { ChatConfig, ChatLogEntry, ChatMessage, ChatStanding } from '@waggle/contract/chat/entities'
import type { ServerEvents } from '@waggle/contract/chat/socket-events'
import type { Channel } from '@waggle/contract/endpoints'

type Told<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0]

/** What a room tells: who listens needs no knowledge of sockets, and takes what it can use. */
export interface RoomListener {
  /** Now, and after every interruption: what happened before is not told and has to be fetched. */
  joined?(room: { viewers: number; standing: ChatStanding | null }): void
  disconnected?(): void
  /** A sentence of the server to show. */
  refused?(sentence: string): void
  messages?(messages: readonly ChatMessage[]): void
  deleted?(messageId: string): void
  restored?(messages: readonly ChatMessage[]): void
  clearedUpTo?(messageId: string): void
  configured?(config: ChatConfig): void
  viewers?(count: number): void
  standing?(standing: ChatStanding): void
  /** Somebody was banned, timed out or let in again. */
  moderated?(change: Told<'user-moderated'>): void
  /** To the owner and moderators. */
  logged?(entry: ChatLogEntry): void
  /** Title, description, category, language or tags of the channel changed. */
  channelChanged?(channel: Channel): void
  tipped?(tip: Told<'tip'>): void
  followed?(follower: Told<'new-follower'>): void
  overlayChanged?(): void
}

export interface Room {
  /** Somebody logged in or out: the room is joined again in that name. */
  rejoin(token: string | null): void
  close(): void
}

export type OpenRoom = (channel: string, token: string | null, listener: RoomListener) => Room
