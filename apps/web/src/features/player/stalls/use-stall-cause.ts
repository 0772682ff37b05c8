import { useEffect, useRef, useState } from 'react'
import type { Playback } from '../engines/playback.ts'
import { nothingKnown } from '../engines/playback-health.ts'
import { type StallCause, type StallFacts, stallCause } from './stall-cause.ts'

/** A stall of this length deserves a word. */
const noticeAfterMs = 2000
const lookIntervalMs = 500

/** What the page knows about the stream besides its media. */
export interface Lookup {
  /** When the server last confirmed it, in milliseconds since 1970. */
  checkedAtMs: number
  failure: StallFacts['lookupFailure']
}

/** Why the picture stands still, once it has done so for two seconds; null while there is nothing to say. */
export function useStallCause(
  isStanding: boolean,
  {
    playback,
    video,
    isReconnecting,
    lookup,
  }: { playback: Playback; video: HTMLVideoElement | null; isReconnecting: boolean; lookup: Lookup },
): StallCause | null {
  const [cause, setCause] = useState<StallCause | null>(null)
  const latest = useRef({ isReconnecting, lookup })
  latest.current = { isReconnecting, lookup }

  useEffect(() => {
    if (!isStanding) {
      setCause(null)
      return
    }
    const sinceMs = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - sinceMs < noticeAfterMs) return
      const { isReconnecting, lookup } = latest.current
      const found = stallCause(gatherFacts({ playback, video, isReconnecting, lookup, sinceMs }))
      // What has been found out is not taken back because a look later it is no longer seen.
      if (found !== 'unknown') setCause(found)
    }, lookIntervalMs)
    return () => clearInterval(timer)
  }, [isStanding, playback, video])

  return cause
}

export function gatherFacts({
  playback,
  video,
  isReconnecting,
  lookup,
  sinceMs,
}: {
  playback: Playback
  video: HTMLVideoElement | null
  isReconnecting: boolean
  lookup: Lookup
  sinceMs: number
}): StallFacts {
  const health = playback.health() ?? nothingKnown
  return {
    isOnline: navigator.onLine,
    isReconnecting,
    hasServerAnswered: lookup.checkedAtMs > sinceMs,
    lookupFailure: lookup.failure,
    bufferedSeconds: video ? bufferedAhead(video) : 0,
    ...health,
  }
}

/** Seconds of picture from the one that is shown to the first gap. */
export function bufferedAhead(video: Pick<HTMLVideoElement, 'buffered' | 'currentTime'>): number {
  const { buffered, currentTime } = video
  for (let index = 0; index < buffered.length; index++) {
    const end = buffered.end(index)
    if (buffered.start(index) <= currentTime && currentTime <= end) return end - currentTime
  }
  return 0
}
