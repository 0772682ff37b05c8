/**
 * What happened, for logs and counters. None of it holds a stream key or text that the peer chose, except `encoder`: what
 * it calls itself, bounded and without control characters.
 */
export type RtmpEvent =
  | { type: 'connected'; connectionId: number; remoteAddress: string }
  /** Closed before a word was exchanged. */
  | { type: 'turned-away'; remoteAddress: string; reason: 'too-many-connections' | 'too-many-from-address' }
  /** The peer wanted something and was told why not. */
  | { type: 'refused'; connectionId: number; remoteAddress: string; encoder: string; reason: string }
  | { type: 'publishing'; connectionId: number; remoteAddress: string; app: string; encoder: string }
  | { type: 'protocol-error'; connectionId: number; remoteAddress: string; reason: string }
  /** The application's own code failed: `authorize` or a sink. */
  | { type: 'internal-error'; connectionId: number; remoteAddress: string; error: unknown }
  /** A publisher is gone; its sink has been told the same reason. */
  | {
      type: 'ended'
      connectionId: number
      remoteAddress: string
      reason: string
      bytesReceived: number
      durationMs: number
    }
