import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { pictureTime } from '../../../lib/picture-time.ts'
import { useSessionStore } from '../../../session/session.tsx'
import { createMediaStore, type MediaStore } from '../media/media-store.ts'
import { preferences } from '../media/preferences.ts'
import type { RecordedSource } from './hls/recorded-engine.ts'
import { type Playback, startPlayback } from './playback.ts'

export interface LiveEngine {
  media: MediaStore
  playback: Playback
}

/**
 * Plays a broadcast, or a recording of it, into a video element while the component is mounted. `hasMediaFailed` and `recording` count when
 * it is mounted; `recordedSinceMs` is from when on a live broadcast is recorded.
 */
export function useLiveEngine(
  video: RefObject<HTMLVideoElement | null>,
  streamId: string,
  hasMediaFailed: boolean,
  {
    recording,
    recordedSinceMs = null,
  }: { recording?: RecordedSource; recordedSinceMs?: number | null | undefined } = {},
): LiveEngine | undefined {
  const session = useSessionStore()
  const [hadMediaFailed] = useState(hasMediaFailed)
  const [source] = useState(recording)
  const recordedSince = useRef(recordedSinceMs)
  recordedSince.current = recordedSinceMs
  const [engine, setEngine] = useState<LiveEngine>()
  useEffect(() => {
    const element = video.current
    if (!element) return
    const media = createMediaStore(element, preferences)
    const playback = startPlayback({
      api,
      video: element,
      streamId,
      hasMediaFailed: hadMediaFailed,
      ...(source ? { recording: source } : { mode: preferences.getState().delayMode }),
      recordedSinceMs: () => recordedSince.current,
      session: session.credentials,
    })
    // Only once it is ready: the browser drops a play() request from before the source was set.
    let isStarted = false
    let wasSoundBlocked = false
    const unsubscribe = playback.subscribe(() => {
      const { status, isSwitching, isStarved, isSoundBlocked } = playback.getState()
      media.setFrozen(isSwitching)
      media.setStarved(isStarved)
      if (isSoundBlocked && !wasSoundBlocked) media.muteForBrowser()
      wasSoundBlocked = isSoundBlocked
      if (status !== 'ready' || isStarted) return
      isStarted = true
      void media.autoplay()
    })
    setEngine({ media, playback })
    const unfollow = pictureTime.follow(playback.shownMs)
    return () => {
      unsubscribe()
      unfollow()
      playback.close()
      media.close()
    }
  }, [video, streamId, hadMediaFailed, source, session])
  return engine
}
