import type { broadcastRefusals } from '@waggle/contract/admission/errors'
import type { ChannelTip } from '@waggle/contract/hive/endpoints'
import type { Audience } from './audience.ts'
import type { ChatNotice, RoomCount } from './chat-notice.ts'
import type { StreamHealth } from './stream-health.ts'

type BroadcastRefusalCode = (typeof broadcastRefusals)[number]

/** State that processes share and may lose: viewers, rate limits, and messages between roles. */
export interface SharedState {
  presence: Presence
  audience: Audience
  line: Line
  /** Stores the latest fact of this name about `key`, until the given time (milliseconds since 1970). */
  setFact<Name extends keyof Facts>(name: Name, key: string, fact: Facts[Name], untilMs: number): Promise<void>
  findFact<Name extends keyof Facts>(name: Name, key: string): Promise<Facts[Name] | undefined>
  /** Counts a call by `key` towards the limit. */
  consume(limit: Limit, key: string): Promise<LimitResult>
  publish<Name extends keyof Messages>(name: Name, message: Messages[Name]): Promise<void>
  /** The listener receives the messages of all processes, including this one. */
  subscribe<Name extends keyof Messages>(name: Name, listener: (message: Messages[Name]) => void): Promise<void>
  /** False while messages of other processes are being missed. */
  isConnected(): boolean
  /** Calls the listener when the connection is lost, so that messages of other processes are missed from then on. */
  onDisconnected(listener: () => void): void
  /** Resolves if the store can be used. */
  ping(): Promise<void>
  close(): Promise<void>
}

interface Presence {
  /** Records that `member` is in `group` until the given time (milliseconds since 1970). An earlier time than the recorded one is ignored. */
  touch(group: string, member: string, untilMs: number): Promise<void>
  /**
   * The same, unless `maxMembers` others are in the group already. Returns whether `member` is in it now.
   */
  touchWithin(group: string, member: string, untilMs: number, maxMembers: number): Promise<boolean>
  /** The number of distinct members in each group now. */
  count(groups: string[]): Promise<number[]>
  /** Removes the member. */
  leave(group: string, member: string): Promise<void>
}

/** Members who wait for their turn, in the order in which they came. */
interface Line {
  /**
   * Gives the member the last place, or lets it keep its own, until the given time (milliseconds since 1970). Returns how many are before it,
   * and how many there are.
   */
  join(group: string, member: string, untilMs: number): Promise<{ before: number; length: number }>
  leave(group: string, member: string): Promise<void>
}

export interface Limit {
  name: string
  points: number
  perSeconds: number
}

export type LimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/** Values that one process publishes and others read. */
export interface Facts {
  /** By username. */
  'stream-health': StreamHealth
  /** Why the encoder was refused last; `at` in milliseconds since 1970. */
  'encoder-refusal': { code: BroadcastRefusalCode; message: string; at: number }
}

export interface Messages {
  /** Something was cut out of a recording. */
  'recording-cut': Record<string, never>
  /** The channel has a new stream key: an encoder that publishes with the old one is disconnected. */
  'stream-key-replaced': { username: string }
  /** Sessions of these ids have ended: sockets that joined with them lose the user's name. */
  'sessions-ended': { ids: string[] }
  /** The people who run the site have done or undone something: every process reads what is in effect. */
  'site-action': Record<string, never>
  /** An operator has changed a setting of the site: every process reads what is set. */
  'site-setting': Record<string, never>
  /** Something was reported: the processes that have a picture of it keep one. */
  reported: Record<string, never>
  /** An encoder of this channel has connected to the process at the address `by`: the broadcast's holder lets go of it, or keeps it. */
  'broadcast-wanted': { username: string; by: string }
  /** What the process `from` has sent to addresses (hashes) and saved. */
  'egress-addresses': { from: string; period: string; bytes: (readonly [string, number])[] }
  /** A tip was found on the chain. */
  tip: ChannelTip
  chat: ChatNotice
  'chat-count': RoomCount
  /** This process could not publish from then on (milliseconds since 1970): the others read what was said from the database. */
  'chat-untold': { process: string; sinceMs: number }
}
