import { sentences } from '../../../../texts/contract/sentences.ts'

/** What of an hls.js error decides about the way out of it. */
export interface PlaybackFault {
  type: string
  details: string
  isFatal: boolean
  /** HTTP status, where there was an answer. */
  status: number | undefined
}

export type Remedy =
  | { do: 'nothing' }
  /** The broadcast is gone; ask whether there is another. */
  | { do: 'end' }
  | { do: 'recover-media' }
  | { do: 'retry'; afterMs: number; isSourceLost: boolean }
  | { do: 'give-up'; sentence: string }

const longestRetryMs = 10_000
const mediaRecoveriesAllowed = 3

/**
 * The way out of a playback error (spec section 4, 'Player').
 * `networkFailures` and `mediaRecoveries` count what has been tried since playback last went well.
 */
export function remedyFor(fault: PlaybackFault, networkFailures: number, mediaRecoveries: number): Remedy {
  if (!fault.isFatal) return { do: 'nothing' }

  if (fault.type === 'networkError') {
    const isOfStream = /^(manifest|level|key)Load/.test(fault.details)
    if (isOfStream && (fault.status === 404 || fault.status === 410)) return { do: 'end' }
    return {
      do: 'retry',
      afterMs: Math.min(1000 * 2 ** networkFailures, longestRetryMs),
      isSourceLost: fault.details.startsWith('manifest'),
    }
  }
  if (fault.type === 'mediaError') {
    return mediaRecoveries < mediaRecoveriesAllowed
      ? { do: 'recover-media' }
      : { do: 'give-up', sentence: sentences.player.media }
  }
  return { do: 'give-up', sentence: sentences.player.fatal }
}
