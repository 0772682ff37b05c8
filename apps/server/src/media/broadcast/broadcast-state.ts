import type { Publisher } from '@waggle/media/rtmp/media/publisher'
import type { BroadcastRow } from '../../db/broadcasts/broadcasts.ts'

interface Encoder {
  publisher: Publisher
  attachedAtMs: number
}

/** 'live' and 'away' are what the database says. */
export type BroadcastState =
  /** There is nothing to play yet, and the database does not know the broadcast. */
  | { phase: 'waiting'; encoder: Encoder | undefined }
  /** A previous process died while the broadcast was live, and no encoder has connected to this process. */
  | { phase: 'inherited'; encoder: undefined }
  /** Without an encoder only until the next check, which follows at once. */
  | { phase: 'live'; encoder: Encoder | undefined }
  /** The encoder is disconnected or silent, and may return. */
  | { phase: 'away'; encoder: Encoder | undefined }
  /** The broadcast is over, or this process has let go of it. */
  | { phase: 'ended'; encoder: undefined }

/** `inherited` is what a previous process left on air. */
export function firstPhase(inherited: BroadcastRow | undefined): 'waiting' | 'inherited' | 'away' {
  if (inherited === undefined) return 'waiting'
  return inherited.awaySinceMs === null ? 'inherited' : 'away'
}
