import type { ChatConfig, ChatMessage, ChatStanding } from '@waggle/contract/chat-entities'

/** What a room tells: who listens needs no knowledge of sockets. */
export interface RoomListener {
  /** Now, and after every interruption: what happened before is not told and has to be fetched. */
  joined(room: { viewers: number; standing: ChatStanding | null }): void
  disconnected(): void
  /** A sentence of the server to show. */
  refused(sentence: string): void
  messages(messages: readonly ChatMessage[]): void
  deleted(messageId: string): void
  restored(messages: readonly ChatMessage[]): void
  clearedUpTo(messageId: string): void
  configured(config: ChatConfig): void
  viewers(count: number): void
  standing(standing: ChatStanding): void
}

export interface Room {
  /** Somebody logged in or out: the room is joined again in that name. */
  rejoin(token: string | null): void
  close(): void
}

export type OpenRoom = (channel: string, token: string | null, listener: RoomListener) => Room
