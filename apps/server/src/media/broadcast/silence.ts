import { limits } from '@waggle/contract/limits'

/** How often a broadcast checks whether its encoder still delivers. */
export const checkIntervalMs = 1000

/** While media arrives, the database is updated for every segment, and at least this often. */
export const checkpointIntervalMs = 10_000

/** A publisher without media for this long has probably lost its connection: another one may take over. */
const silentAfterMs = 2000

/** How long an encoder that reconnected within the window may take to send its first media. */
const firstMediaGraceMs = 10_000

interface EncoderTimes {
  nowMs: number
  lastMediaAtMs: number
  /** When the connected encoder was attached; undefined while none is connected. */
  attachedAtMs: number | undefined
}

export interface SilenceFacts extends EncoderTimes {
  /** A previous process may have received media for this long after `lastMediaAtMs` without saving it. */
  unsavedMs: number
  /** The previous check found the reconnect window over, and no media has arrived since. */
  isSuspect: boolean
  phase: 'waiting' | 'inherited' | 'live' | 'away'
  /** When the database was last updated. */
  savedAtMs: number
  /** Whether there is something to play. */
  isReady: boolean
}

type SilenceVerdict =
  | { isOver: true }
  | {
      isOver: false
      /** Whether the next check may end the broadcast. */
      isSuspect: boolean
      /** What to write to the database now, if anything. */
      save: 'live' | 'away' | undefined
    }

/** Whether the encoder delivers: another one is then refused. */
export function isDelivering({ nowMs, lastMediaAtMs, attachedAtMs }: EncoderTimes): boolean {
  return attachedAtMs !== undefined && nowMs - Math.max(lastMediaAtMs, attachedAtMs) < silentAfterMs
}

/** Decides from the time since the last media whether a broadcast is over, and whether it is live or away. */
export function judgeSilence(facts: SilenceFacts): SilenceVerdict {
  const { nowMs, lastMediaAtMs, attachedAtMs } = facts
  const silentMs = nowMs - lastMediaAtMs - facts.unsavedMs
  const isInGrace =
    attachedAtMs !== undefined && attachedAtMs > lastMediaAtMs && nowMs - attachedAtMs < firstMediaGraceMs
  const isWindowOver = silentMs >= limits.reconnectWindowMs && !isInGrace
  // While an encoder is connected, it takes two checks: after a pause of the machine or a jump of its clock, the media that was sent
  // in the meantime is read between them.
  if (isWindowOver && (attachedAtMs === undefined || facts.isSuspect)) return { isOver: true }
  return { isOver: false, isSuspect: isWindowOver, save: phaseToSave(facts, silentMs) }
}

function phaseToSave({ phase, ...facts }: SilenceFacts, silentMs: number): 'live' | 'away' | undefined {
  if (phase === 'waiting') return undefined
  // Another process may have taken the broadcast over: write nothing before that process's next checkpoint is overdue.
  if (phase === 'inherited' && silentMs < silentAfterMs) return undefined
  const isAway = facts.attachedAtMs === undefined || silentMs >= silentAfterMs || !facts.isReady
  if (isAway) return phase === 'away' ? undefined : 'away'
  return phase === 'away' || facts.nowMs - facts.savedAtMs >= checkpointIntervalMs ? 'live' : undefined
}
