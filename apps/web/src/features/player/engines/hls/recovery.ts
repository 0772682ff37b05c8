import type { ErrorData } from 'hls.js'
import { backOffMs } from '../../../../lib/back-off.ts'
import { sentences } from '../../../../texts/contract/sentences.ts'

/** The fields of an hls.js error that the remedy depends on. */
export interface PlaybackFault {
  type: string
  details: string
  isFatal: boolean
  /** HTTP status; undefined without a response. */
  status: number | undefined
}

type Remedy =
  | { do: 'nothing' }
  /** The broadcast is over; the page looks up whether there is another. */
  | { do: 'end' }
  | { do: 'recover-media' }
  | { do: 'retry'; afterMs: number; isSourceLost: boolean }
  | { do: 'give-up'; sentence: string }

const maxRetryMs = 10_000
/** A single failed request is not shown to the viewer. */
export const failuresBeforeNotice = 2
export const maxMediaRecoveries = 3

export function faultOf({ type, details, fatal, response }: ErrorData): PlaybackFault {
  return { type, details, isFatal: fatal, status: response?.code || undefined }
}

/**
 * The remedy for a playback error (rules PLAYER-7 and PLAYER-8).
 * `networkFailures` counts the attempts since media was last buffered, `mediaRecoveries` those since it was last played.
 */
export function remedyFor(fault: PlaybackFault, networkFailures: number, mediaRecoveries: number): Remedy {
  if (!fault.isFatal) return { do: 'nothing' }

  if (fault.type === 'networkError') {
    const isOfStream = /^(manifest|level|key)Load/.test(fault.details)
    if (isOfStream && (fault.status === 404 || fault.status === 410)) return { do: 'end' }
    return {
      do: 'retry',
      afterMs: backOffMs(networkFailures, { firstMs: 1000, longestMs: maxRetryMs }),
      isSourceLost: fault.details.startsWith('manifest'),
    }
  }
  if (fault.type === 'mediaError') {
    return mediaRecoveries < maxMediaRecoveries
      ? { do: 'recover-media' }
      : { do: 'give-up', sentence: sentences.player.media }
  }
  return { do: 'give-up', sentence: sentences.player.fatal }
}

/** Growing, so that three attempts outlast a damaged group of pictures. */
export function mediaRecoveryDelayMs(recoveries: number): number {
  return 300 * 4 ** recoveries
}
