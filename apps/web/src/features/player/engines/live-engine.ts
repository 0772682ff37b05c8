import { api } from '../../../lib/api/api.ts'
import { pictureTime } from '../../../lib/picture-time.ts'
import type { ViewerSession } from '../keys/hls-token.ts'
import { createMediaStore, type MediaStore } from '../media/media-store.ts'
import { preferences } from '../media/preferences.ts'
import type { MediaServers } from './edges/media-servers.ts'
import type { RecordedSource } from './hls/recorded-engine.ts'
import { type Playback, startPlayback } from './playback.ts'
import type { BroadcastTimes } from './rewind.ts'

export interface LiveEngine {
  media: MediaStore
  playback: Playback
  /** How far the viewer can go back depends on these. */
  setTimes(times: BroadcastTimes): void
  close(): void
}

/** Plays a broadcast, or a recording of it, into a video element with the viewer's preferences, as soon as it can. */
export function startLiveEngine({
  video,
  streamId,
  hasMediaFailed = false,
  recording,
  servers,
  session,
}: {
  video: HTMLVideoElement
  streamId: string
  hasMediaFailed?: boolean
  recording?: RecordedSource
  servers?: MediaServers | undefined
  session: () => ViewerSession | undefined
}): LiveEngine {
  const media = createMediaStore(video, preferences)
  const source = recording ? { recording } : { mode: preferences.getState().delayMode }
  let times: BroadcastTimes = { startedMs: null, recordedSinceMs: null }
  const playback = startPlayback({
    api,
    video,
    streamId,
    hasMediaFailed,
    ...source,
    quality: {
      chosenName: () => preferences.getState().quality,
      keep: (quality) => preferences.setState({ quality }),
    },
    ...(servers && { servers }),
    times: () => times,
    session,
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
  const unfollow = pictureTime.follow(playback)
  return {
    media,
    playback,
    setTimes(known) {
      times = known
    },
    close() {
      unsubscribe()
      unfollow()
      playback.close()
      media.close()
    },
  }
}
