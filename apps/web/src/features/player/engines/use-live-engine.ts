import { type RefObject, useEffect, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { useSessionStore } from '../../../session/session.tsx'
import { createMediaStore, type MediaStore } from '../media/media-store.ts'
import { preferences } from '../media/preferences.ts'
import { type Playback, startPlayback } from './playback.ts'

export interface LiveEngine {
  media: MediaStore
  playback: Playback
}

/** Plays a broadcast into a video element while the component is mounted. `hasMediaFailed` counts when it is mounted. */
export function useLiveEngine(
  video: RefObject<HTMLVideoElement | null>,
  streamId: string,
  hasMediaFailed: boolean,
): LiveEngine | undefined {
  const session = useSessionStore()
  const [hadMediaFailed] = useState(hasMediaFailed)
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
      session: session.credentials,
    })
    // Only once it is ready: the browser drops a play() request from before the source was set.
    const unsubscribe = playback.subscribe(() => {
      if (playback.getState().status !== 'ready') return
      unsubscribe()
      void media.autoplay()
    })
    setEngine({ media, playback })
    return () => {
      unsubscribe()
      playback.close()
      media.close()
    }
  }, [video, streamId, hadMediaFailed, session])
  return engine
}
