import { type RefObject, useEffect, useState } from 'react'
import { useSessionStore } from '../../../session/session.tsx'
import type { RecordedSource } from './hls/recorded-engine.ts'
import { type LiveEngine, startLiveEngine } from './live-engine.ts'

/** Plays the recording of a broadcast into a video element while the component is mounted. `recording` counts when it is mounted. */
export function useRecording(
  video: RefObject<HTMLVideoElement | null>,
  streamId: string,
  recording: RecordedSource,
): LiveEngine | undefined {
  const session = useSessionStore()
  const [source] = useState(recording)
  const [engine, setEngine] = useState<LiveEngine>()
  useEffect(() => {
    if (!video.current) return
    const started = startLiveEngine({ video: video.current, streamId, recording: source, session: session.credentials })
    setEngine(started)
    return started.close
  }, [video, streamId, source, session])
  return engine
}
