import type { MessageBuffer } from '../wire/message-buffer.ts'
import type { ReceiveWindow } from './receive-window.ts'

/** What the server sends on a stream. */
export interface SendStream {
  readonly id: number
  sentBytes: number
  /** How many bytes the viewer allows in all. */
  maxBytes: number
  /** False once the stream was finished or reset, by either side. */
  isOpen: boolean
}

/** A stream that the viewer opened. */
export interface PeerStream {
  readonly id: number
  readonly inbox: MessageBuffer
  /** What the server sends on it; undefined where the stream has one direction. */
  readonly reply: SendStream | undefined
  readonly window: ReceiveWindow
  /** The viewer sends nothing more. */
  hasEnded: boolean
}

/** The lowest two bits of a stream id (RFC 9000 section 2.1). */
export const streamKinds = { clientBidi: 0, serverBidi: 1, clientUni: 2, serverUni: 3 } as const

export function streamKind(id: number): number {
  return id % 4
}
