import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { clockText } from '../../lib/format/clock-text.ts'
import { clipTexts } from '../../texts/viewer/clips/clip.ts'
import { playerTexts as texts } from '../../texts/viewer/player/player.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { toast } from '../../ui/surfaces/toast.tsx'
import { wayButtons } from './controls/way-buttons.tsx'
import type { ClipTimes } from './engines/clips/clip-bounds.ts'
import type { Playback } from './engines/playback.ts'
import { useRecording } from './engines/use-recording.ts'
import type { PlayerCommands } from './keyboard/player-keys.ts'
import type { Fullscreen } from './media/fullscreen.ts'
import type { Theatre } from './media/theatre.ts'
import { createWatchedPositions } from './media/watched-positions.ts'
import styles from './player.module.css'
import { Backdrop, PlayerFrame } from './player-frame.tsx'
import { PlayerMessage } from './player-message.tsx'
import { PlayerSurface } from './player-surface.tsx'

const saveIntervalMs = 5000
const positions = createWatchedPositions()

interface ReplayPlayerProps {
  streamId: string
  username: string
  title?: string | undefined
  /** Address of the master playlist. */
  playlist: string
  /** Where to begin; without it, where this viewer left the recording. */
  startSeconds?: number | undefined
  chapters?: readonly Chapter[]
  /** What leads to the recordings beside this one. */
  ways?: Pick<PlayerCommands, 'showNext' | 'showPrevious'>
  /** Only what lies between these moments is shown. It always begins at its first picture. */
  clip?: ClipTimes
  /** In a frame of another site. */
  isWithoutClips?: boolean
  /** Only on pages that have a theatre mode. */
  theatre?: Theatre
  /** Shown over the picture once it has ended: how to go on. */
  atEnd?: ReactNode
  /** Receives the video element, whose time is that of the recording. */
  onVideo?: (video: HTMLVideoElement | null) => void
}

/** Plays the recording of a broadcast, or a clip. */
export function ReplayPlayer(props: ReplayPlayerProps) {
  const [attempt, setAttempt] = useState(0)
  const [previousError, setPreviousError] = useState<string | null>(null)
  const [isGone, setGone] = useState(false)
  return (
    <PlayerFrame>
      {(fullscreen) =>
        isGone ? (
          <Backdrop username={props.username}>
            <PlayerMessage title={props.clip ? clipTexts.goneTitle : replayTexts.goneTitle}>
              {props.clip ? clipTexts.gone : replayTexts.gone}
            </PlayerMessage>
          </Backdrop>
        ) : (
          <Recording
            {...props}
            key={attempt}
            previousError={previousError}
            fullscreen={fullscreen}
            onGone={() => setGone(true)}
            onRetry={(error) => {
              setPreviousError(error)
              setAttempt(attempt + 1)
            }}
          />
        )
      }
    </PlayerFrame>
  )
}

interface RecordingProps extends ReplayPlayerProps {
  previousError: string | null
  fullscreen: Fullscreen
  onGone: () => void
  onRetry: (error: string | null) => void
}

/** The picture that ends it is at most so far before its end. */
const endSeconds = 0.1

/** A recording has no encoder that may be away, and nothing to look up. */
const encoder = { isReconnecting: false, isStopped: false }
const lookup = { checkedAtMs: 0, failure: null }
const nothing = () => undefined

function Recording({
  streamId,
  username,
  playlist,
  startSeconds,
  clip,
  isWithoutClips,
  theatre,
  atEnd,
  onVideo,
  ...props
}: RecordingProps) {
  const video = useRef<HTMLVideoElement>(null)
  const isRetry = props.previousError !== null
  const [left] = useState(() => (clip ? undefined : positions.find(streamId)))
  const [start] = useState((isRetry ? undefined : startSeconds) ?? left ?? 0)
  const engine = useRecording(video, streamId, clip ? { playlist, clip } : { playlist, startSeconds: start })
  const isAtEnd = useIsAtEnd(video.current, engine?.playback)
  const isSaved = clip === undefined

  useEffect(() => {
    if (startSeconds === undefined && left !== undefined) toast(replayTexts.continued(clockText(left * 1000)))
  }, [startSeconds, left])

  useEffect(() => {
    const element = video.current
    onVideo?.(element)
    if (!element) return
    if (!isSaved) return () => onVideo?.(null)
    const save = () => {
      const { currentTime, duration } = element
      if (Number.isFinite(duration) && currentTime > 0) positions.save(streamId, currentTime, duration)
    }
    const timer = setInterval(save, saveIntervalMs)
    addEventListener('pagehide', save)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', save)
      save()
      onVideo?.(null)
    }
  }, [streamId, isSaved, onVideo])

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a recorded broadcast carries no captions */}
      <video ref={video} className={styles.video} data-testid="player-video" aria-label={texts.region} playsInline />
      {engine && video.current && (
        <PlayerSurface
          {...props}
          {...engine}
          video={video.current}
          username={username}
          streamId={streamId}
          poster={null}
          encoder={encoder}
          lookup={lookup}
          theatre={theatre}
          wayButtons={wayButtons(props.ways, clip !== undefined)}
          isWithoutClips={isWithoutClips || clip !== undefined}
          playAgain={isAtEnd ? replayTexts.again : undefined}
          onDoubt={nothing}
          onEnded={props.onGone}
        />
      )}
      {isAtEnd && <div className={styles.atEnd}>{atEnd}</div>}
    </>
  )
}

/** What plays has media after the end of a clip: the element itself does not know that it has ended. */
function useIsAtEnd(video: HTMLVideoElement | null, playback: Pick<Playback, 'seekRange'> | undefined): boolean {
  const [isAtEnd, setAtEnd] = useState(false)
  useEffect(() => {
    if (!video || !playback) return
    const abort = new AbortController()
    const check = () => {
      const { behindSeconds = Number.POSITIVE_INFINITY } = playback.seekRange() ?? {}
      setAtEnd(video.ended || (video.paused && behindSeconds < endSeconds))
    }
    for (const type of ['play', 'pause', 'seeked', 'ended'])
      video.addEventListener(type, check, { signal: abort.signal })
    return () => abort.abort()
  }, [video, playback])
  return isAtEnd
}
