/**
 * Events for logs and counters. They contain no stream key, and no text that the peer chose except `encoder`: the encoder's own
 * name, of limited length and without control characters.
 */
export type RtmpEvent =
  | { type: 'connected'; connectionId: number; remoteAddress: string }
  /** Closed before any byte was exchanged. */
  | { type: 'turned-away'; remoteAddress: string; reason: 'too-many-connections' | 'too-many-from-address' }
  /** A request of the peer was refused with a reason. */
  | { type: 'refused'; connectionId: number; remoteAddress: string; encoder: string; reason: string }
  | { type: 'publishing'; connectionId: number; remoteAddress: string; app: string; encoder: string }
  | { type: 'protocol-error'; connectionId: number; remoteAddress: string; reason: string }
  /** The application's own code failed: `authorize` or a sink. */
  | { type: 'internal-error'; connectionId: number; remoteAddress: string; error: unknown }
  /** A publisher has disconnected. Its sink received the same reason. */
  | {
      type: 'ended'
      connectionId: number
      remoteAddress: string
      reason: string
      bytesReceived: number
      durationMs: number
    }
