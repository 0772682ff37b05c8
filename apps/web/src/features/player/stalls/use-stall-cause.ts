import { useEffect, useRef, useState } from 'react'
import type { Playback } from '../engines/playback.ts'
import { bufferedAhead } from '../media/buffered-ahead.ts'
import { type StallCause, type StallFacts, stallCause } from './stall-cause.ts'

/** Shorter stalls are not explained to the viewer. */
const noticeAfterMs = 2000
const checkIntervalMs = 500

/** How the page's lookups of the stream are going. */
export interface StreamLookup {
  /** When the server last answered, in milliseconds since 1970. */
  checkedAtMs: number
  failure: StallFacts['lookupFailure']
}

/** What the server says of the encoder. */
export type EncoderState = Pick<StallFacts, 'isReconnecting' | 'isStopped'>

/** The cause of a stall that has lasted for two seconds; null while there is nothing to tell. */
export function useStallCause(
  isStalled: boolean,
  {
    playback,
    video,
    encoder,
    lookup,
  }: { playback: Playback; video: HTMLVideoElement | null; encoder: EncoderState; lookup: StreamLookup },
): StallCause | null {
  const [cause, setCause] = useState<StallCause | null>(null)
  const latest = useRef({ encoder, lookup })
  latest.current = { encoder, lookup }

  useEffect(() => {
    if (!isStalled) {
      setCause(null)
      return
    }
    const sinceMs = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - sinceMs < noticeAfterMs) return
      const { encoder, lookup } = latest.current
      const found = stallCause(gatherFacts({ playback, video, encoder, lookup, sinceMs }))
      // Once a cause is known it stays until the stall ends, even if a later check cannot tell.
      if (found !== 'unknown') setCause(found)
    }, checkIntervalMs)
    return () => clearInterval(timer)
  }, [isStalled, playback, video])

  return cause
}

function gatherFacts({
  playback,
  video,
  encoder,
  lookup,
  sinceMs,
}: {
  playback: Playback
  video: HTMLVideoElement | null
  encoder: EncoderState
  lookup: StreamLookup
  sinceMs: number
}): StallFacts {
  return {
    isOnline: navigator.onLine,
    isReconnecting: encoder.isReconnecting,
    isStopped: encoder.isStopped,
    hasServerAnswered: lookup.checkedAtMs > sinceMs,
    lookupFailure: lookup.failure,
    bufferedSeconds: video ? bufferedAhead(video) : 0,
    ...playback.health(),
  }
}
