import type { ChannelTip } from '@waggle/contract/hive/endpoints'
import type { Audience } from './audience.ts'
import type { ChatNotice, RoomCount } from './chat-notice.ts'
import type { StreamHealth } from './stream-health.ts'

/** What processes share and may forget: who watches, who called how often, and short messages between roles. */
export interface SharedState {
  presence: Presence
  audience: Audience
  /** Keeps the latest fact of this name about `key`, until the given time (milliseconds since 1970). */
  remember<Name extends keyof Facts>(name: Name, key: string, fact: Facts[Name], untilMs: number): Promise<void>
  recall<Name extends keyof Facts>(name: Name, key: string): Promise<Facts[Name] | undefined>
  /** Counts a call under `key`. */
  consume(limit: Limit, key: string): Promise<LimitResult>
  publish<Name extends keyof Messages>(name: Name, message: Messages[Name]): Promise<void>
  /** The listener hears messages of all processes, this one included. */
  subscribe<Name extends keyof Messages>(name: Name, listener: (message: Messages[Name]) => void): Promise<void>
  /** False while messages of other processes are missed. */
  isConnected(): boolean
  /** The listener hears when messages of other processes begin to be missed. */
  onBroken(listener: () => void): void
  /** Answers when the store can be used. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface Presence {
  /** Notes that `member` is in `group` until the given time (milliseconds since 1970); an earlier time than noted changes nothing. */
  touch(group: string, member: string, untilMs: number): Promise<void>
  /** How many distinct members are in each group now. */
  count(groups: string[]): Promise<number[]>
  /** The member has gone. */
  leave(group: string, member: string): Promise<void>
}

export interface Limit {
  name: string
  points: number
  perSeconds: number
}

export type LimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/** What one process knows and others ask for. */
export interface Facts {
  /** By username. */
  'stream-health': StreamHealth
}

export interface Messages {
  /** The channel has a new stream key: whoever publishes with the old one is to be cut. */
  'stream-key-replaced': { username: string }
  /** An encoder of this channel has come to the process at the address `by`: whoever holds the broadcast lets go of it, or keeps it. */
  'broadcast-wanted': { username: string; by: string }
  /** A tip was found on the chain. */
  tip: ChannelTip
  chat: ChatNotice
  'chat-count': RoomCount
}
