import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSite } from '../../../lib/site.ts'
import { useSessionStore } from '../../../session/session.tsx'
import { mediaServersOf } from '../engines/edges/media-servers.ts'
import { startLiveEngine } from '../engines/live-engine.ts'
import type { BroadcastTimes } from '../engines/rewind.ts'
import { firstPictureIsShown, takeFirstPlayback } from './first-playback.ts'
import { createPlayerVideo, type StartedPlayback } from './player-video.ts'

/**
 * Plays a broadcast inside `holder` while the component is mounted; continues the playback that the page began with, if it is of this
 * broadcast. Picture and failure count when the component is mounted. Afterwards it may play on in the corner of the next page, under the
 * name and title that it had last.
 */
export function useStartedPlayback(
  holder: RefObject<HTMLElement | null>,
  streamId: string,
  {
    startedMs,
    recordedSinceMs,
    username,
    title,
    ...options
  }: { [Time in keyof BroadcastTimes]: BroadcastTimes[Time] | undefined } & {
    poster: string | null
    hasMediaFailed: boolean
    username: string
    title: string
  },
): StartedPlayback | undefined {
  const session = useSessionStore()
  const servers = mediaServersOf(useSite())
  const [first] = useState({ ...options, servers })
  const channel = useRef({ username, title })
  channel.current = { username, title }
  const small = useRef<Promise<typeof import('../small/keep-playing.ts')>>(undefined)
  const [started, setStarted] = useState<StartedPlayback>()
  useLayoutEffect(() => {
    if (!holder.current) return
    const playback = takeFirstPlayback(streamId, holder.current) ?? start(holder.current)
    setStarted(playback)
    return () => {
      const { video } = playback
      // A video that left the document would pause before it is known whether it plays on.
      video.style.display = 'none'
      document.body.append(video)
      const kept = { ...channel.current, streamId, started: playback }
      Promise.resolve(small.current)
        .then((loaded) => loaded?.keepPlaying(kept))
        .catch(() => false)
        .then((isKept) => {
          if (isKept) return
          playback.close()
          video.remove()
        })
    }

    function start(place: HTMLElement): StartedPlayback {
      const video = createPlayerVideo(first.poster)
      place.append(video)
      const { hasMediaFailed, servers } = first
      return { ...startLiveEngine({ video, streamId, hasMediaFailed, servers, session: session.credentials }), video }
    }
  }, [holder, streamId, first, session])
  useEffect(() => {
    small.current = firstPictureIsShown().then(() => import('../small/keep-playing.ts'))
    small.current.catch(() => undefined)
  }, [])
  useEffect(
    () => started?.setTimes({ startedMs: startedMs ?? null, recordedSinceMs: recordedSinceMs ?? null }),
    [started, startedMs, recordedSinceMs],
  )
  return started
}
