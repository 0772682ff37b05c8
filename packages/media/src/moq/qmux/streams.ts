import type { ReceiveWindow } from './receive-window.ts'

/** Which end of the connection this is: the client has opened it. */
export type Role = 'client' | 'server'

/** What this end sends on a stream. */
export interface SendStream {
  readonly id: number
  sentBytes: number
  /** How many bytes the peer allows in all. */
  maxBytes: number
  /** False once the stream was finished or reset, by either side. */
  isOpen: boolean
}

/** A stream that the peer opened. */
export interface PeerStream {
  readonly id: number
  /** What this end sends on it; undefined where the stream has one direction. */
  readonly reply: SendStream | undefined
  readonly window: ReceiveWindow
  /** The peer sends nothing more. */
  hasEnded: boolean
}

/** The lowest two bits of a stream id (RFC 9000 section 2.1). */
export const streamKinds = { clientBidi: 0, serverBidi: 1, clientUni: 2, serverUni: 3 } as const

export function streamKind(id: number): number {
  return id % 4
}

export function isUniStream(id: number): boolean {
  return streamKind(id) >= streamKinds.clientUni
}

/** True for a stream that the other end has opened. */
export function isPeerStream(id: number, role: Role): boolean {
  return id % 2 === (role === 'server' ? 0 : 1)
}
