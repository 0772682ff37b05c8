import type { StreamInfo } from '@waggle/contract/endpoints'
import { MonitorOff, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSessionStore } from '../../session/session.tsx'
import { streamPreviewTexts as texts } from '../../texts/streamer/dashboard/stream-preview.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AudioPicture } from './audio-only/audio-picture.tsx'
import { useIsAudioOnly } from './audio-only/use-is-audio-only.ts'
import { type Playback, startPlayback } from './engines/playback.ts'
import styles from './stream-preview.module.css'

/**
 * The streamer's own broadcast as viewers see it, muted at first, or that there is none (rule DASH-4). It is not counted as a viewer.
 * What shows it says the state and the viewers.
 */
export function StreamPreview({ stream, children }: { stream: StreamInfo | undefined; children?: ReactNode }) {
  const isLive = stream?.isLive === true && stream.streamId !== null
  if (!stream) {
    return (
      <div className={styles.loading}>
        <Spinner label={texts.loading} />
      </div>
    )
  }
  if (isLive) {
    return (
      <Preview
        key={stream.streamId}
        stream={stream}
        streamId={stream.streamId ?? ''}
        away={stream.isStopped ? texts.stopped : stream.isReconnecting ? texts.away : undefined}
      />
    )
  }
  return (
    <div className={styles.offline}>
      <MonitorOff size={34} aria-hidden="true" />
      <p className={styles.offlineTitle}>{texts.offline}</p>
      <p>{texts.startStreaming}</p>
      {children}
    </div>
  )
}

function Preview({
  stream,
  streamId,
  away,
}: {
  stream: StreamInfo
  streamId: string
  /** Why no media arrives, if none does. */
  away: string | undefined
}) {
  const video = useRef<HTMLVideoElement>(null)
  const session = useSessionStore()
  const [playback, setPlayback] = useState<Playback>()
  const [attempt, setAttempt] = useState(0)
  const [isMuted, setMuted] = useState(true)
  const isAudioOnly = useIsAudioOnly(video.current)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt restarts playback
  useEffect(() => {
    const element = video.current
    if (!element) return
    const started = startPlayback({ api, video: element, streamId, session: session.credentials })
    const unsubscribe = started.subscribe(() => {
      const { status } = started.getState()
      if (status === 'ready') void element.play().catch(() => undefined)
    })
    setPlayback(started)
    return () => {
      unsubscribe()
      started.close()
    }
  }, [streamId, session, attempt])

  return (
    <div className={styles.frame}>
      <video
        ref={video}
        className={styles.video}
        data-testid="preview-video"
        aria-label={texts.video}
        muted={isMuted}
        playsInline
      />
      {isAudioOnly && video.current && (
        <AudioPicture video={video.current} username={stream.username} isMuted={isMuted} />
      )}
      {away !== undefined && (
        <p className={styles.reconnecting} role="status">
          <Spinner size={20} />
          {away}
        </p>
      )}
      {playback && <Restart playback={playback} onRestart={() => setAttempt((before) => before + 1)} />}
      <button
        type="button"
        className={styles.sound}
        aria-label={isMuted ? texts.unmute : texts.mute}
        onClick={() => setMuted(!isMuted)}
      >
        {isMuted ? <VolumeX size={18} aria-hidden="true" /> : <Volume2 size={18} aria-hidden="true" />}
      </button>
    </div>
  )
}

const restartAfterMs = 5000

/** Restarts the preview after an error or an end: as long as it is shown, the stream is live. */
function Restart({ playback, onRestart }: { playback: Playback; onRestart: () => void }) {
  const { status } = useStore(playback)
  useEffect(() => {
    if (status !== 'error' && status !== 'ended') return
    const timer = setTimeout(onRestart, restartAfterMs)
    return () => clearTimeout(timer)
  }, [status, onRestart])
  return null
}
