import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useSite } from '../../../lib/site.ts'
import { useSessionStore } from '../../../session/session.tsx'
import { mediaServersOf } from '../engines/edges/media-servers.ts'
import { startLiveEngine } from '../engines/live-engine.ts'
import type { BroadcastTimes } from '../engines/rewind.ts'
import { type StartedPlayback, takeFirstPlayback } from './first-playback.ts'
import { createPlayerVideo } from './player-video.ts'

/**
 * Plays a broadcast inside `holder` while the component is mounted; continues the playback that the page began with, if it is of this
 * broadcast. Picture and failure count when the component is mounted.
 */
export function useStartedPlayback(
  holder: RefObject<HTMLElement | null>,
  streamId: string,
  {
    startedMs,
    recordedSinceMs,
    ...options
  }: { [Time in keyof BroadcastTimes]: BroadcastTimes[Time] | undefined } & {
    poster: string | null
    hasMediaFailed: boolean
  },
): StartedPlayback | undefined {
  const session = useSessionStore()
  const servers = mediaServersOf(useSite())
  const [first] = useState({ ...options, servers })
  const [started, setStarted] = useState<StartedPlayback>()
  useLayoutEffect(() => {
    if (!holder.current) return
    const playback = takeFirstPlayback(streamId, holder.current) ?? start(holder.current)
    setStarted(playback)
    return () => {
      playback.close()
      playback.video.remove()
    }

    function start(place: HTMLElement): StartedPlayback {
      const video = createPlayerVideo(first.poster)
      place.append(video)
      const { hasMediaFailed, servers } = first
      return { ...startLiveEngine({ video, streamId, hasMediaFailed, servers, session: session.credentials }), video }
    }
  }, [holder, streamId, first, session])
  useEffect(
    () => started?.setTimes({ startedMs: startedMs ?? null, recordedSinceMs: recordedSinceMs ?? null }),
    [started, startedMs, recordedSinceMs],
  )
  return started
}
