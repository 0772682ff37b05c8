import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'
import { Play, RotateCcw, VolumeX } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyComponent, lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { useStore } from '../../lib/store/use-store.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { playerTexts as texts } from '../../texts/viewer/player/player.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useIsAudioOnly } from './audio-only/use-is-audio-only.ts'
import { PlayerControls } from './controls/player-controls.tsx'
import { useControlsVisibility } from './controls/use-controls-visibility.ts'
import { hasLowerQuality } from './engines/quality.ts'
import type { PlayerCommands } from './keyboard/player-keys.ts'
import { usePlayerKeys } from './keyboard/use-player-keys.ts'
import type { Fullscreen } from './media/fullscreen.ts'
import { togglePictureInPicture } from './media/picture-in-picture.ts'
import { setSpeed, speedBeside } from './media/speed.ts'
import type { Theatre } from './media/theatre.ts'
import { PlaybackError } from './playback-error.tsx'
import styles from './player.module.css'
import { PlayerMessage } from './player-message.tsx'
import { PicturePress } from './press/picture-press.tsx'
import { isEnding } from './saving/is-ending.ts'
import { type EncoderState, type StreamLookup, useStallCause } from './stalls/use-stall-cause.ts'
import { useStallNotice } from './stalls/use-stall-notice.ts'
import type { StartedPlayback } from './start/player-video.ts'
import { usePlaybackReports } from './statistics/use-playback-reports.ts'
import unmute from './unmute.module.css'

// Few viewers see them.
const AudioPicture = lazyComponent(async () => (await import('./audio-only/audio-picture.tsx')).AudioPicture)
const StatisticsPanel = lazyComponent(async () => (await import('./statistics/statistics-panel.tsx')).StatisticsPanel)
const ClipDialog = lazyOverlay(async () => (await import('./clipping/clip-dialog.tsx')).ClipDialog)
const SavingEnded = lazyComponent(async () => (await import('./saving/saving-ended.tsx')).SavingEnded)
const SavingNotice = lazyComponent(async () => (await import('./saving/saving-notice.tsx')).SavingNotice)
const WaitingInLine = lazyComponent(async () => (await import('./saving/waiting-in-line.tsx')).WaitingInLine)
const ShortcutsDialog = lazyOverlay(async () => (await import('./keyboard/shortcuts-dialog.tsx')).ShortcutsDialog)

/** How long a stall lasts before the server is asked whether the stream is still live. */
const doubtAfterMs = 1500

export interface LivePlayerProps {
  username: string
  /** What is shown; where it is live, by how many. */
  title?: string | undefined
  viewers?: number
  streamId: string
  poster: string | null
  /** The sentence that the previous attempt at this broadcast ended with, if it failed. */
  previousError: string | null
  encoder: EncoderState
  lookup: StreamLookup
  /** When a live broadcast began, milliseconds since 1970; null while that is not known. */
  startedMs?: number | null
  /** From when on a live broadcast is recorded, milliseconds since 1970; null while it is not. */
  recordedSinceMs?: number | null
  /** Of a recording. */
  chapters?: readonly Chapter[] | undefined
  /** What leads to the recordings beside this one. */
  ways?: Pick<PlayerCommands, 'showNext' | 'showPrevious'> | undefined
  /** It has no place for a clip to be made: it is one, or in a frame of another site. */
  isWithoutClips?: boolean
  wayButtons?: { before: ReactNode; after: ReactNode } | undefined
  /** The name of the button that plays, at the end of a recording. */
  playAgain?: string | undefined
  /** Something else to watch, while this fails or is stopped. */
  other?: ReactNode
  fullscreen: Fullscreen
  theatre: Theatre | undefined
  onDoubt: (isInDoubt: boolean) => void
  onEnded: () => void
  /** The viewer has left the live edge, or is back. */
  onFollowingChanged?: (isFollowing: boolean) => void
  onRetry: (error: string | null) => void
}

/** Everything drawn over the picture: controls, messages, statistics. */
export function PlayerSurface({
  username,
  title,
  viewers,
  streamId,
  media,
  playback,
  video,
  previousError,
  encoder,
  lookup,
  fullscreen,
  theatre,
  recordedSinceMs,
  chapters,
  ways,
  wayButtons,
  isWithoutClips = false,
  playAgain,
  other,
  onDoubt,
  onEnded,
  onFollowingChanged,
  onRetry,
}: LivePlayerProps & StartedPlayback) {
  const { isPaused, isMuted, isWaiting, hasStarted, isMutedByBrowser } = useStore(media)
  const {
    status,
    error,
    isRetryUseful,
    isNetworkFailing,
    isSwitching,
    qualities,
    playingQuality,
    timeline,
    isFollowingLive,
    placeInLine,
    savingStep,
  } = useStore(playback)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [areShortcutsOpen, setShortcutsOpen] = useState(false)
  const [areStatisticsOpen, setStatisticsOpen] = useState(false)
  /** The moment of the picture of which a clip is made. */
  const [clippedMs, setClippedMs] = useState<number>()
  const isAudioOnly = useIsAudioOnly(video)
  const controls = useControlsVisibility((isPaused && hasStarted) || isMenuOpen)
  const surface = useRef<HTMLDivElement>(null)
  const isClippable = !isWithoutClips && (timeline === 'recording' || (recordedSinceMs ?? null) !== null)
  const isAutoplayBlocked = status === 'ready' && isPaused && !hasStarted
  const isStalled =
    status !== 'error' &&
    !isAutoplayBlocked &&
    !isSwitching &&
    (isNetworkFailing || (!isPaused && isWaiting) || !hasStarted)
  usePlaybackReports(media, playback)
  const cause = useStallCause(isStalled, { playback, video, encoder, lookup })
  const StallNotice = useStallNotice(cause)

  useEffect(() => {
    if (!isStalled) {
      onDoubt(false)
      return
    }
    const timer = setTimeout(() => onDoubt(true), doubtAfterMs)
    return () => clearTimeout(timer)
  }, [isStalled, onDoubt])

  useEffect(() => {
    if (status === 'ended') onEnded()
  }, [status, onEnded])

  useEffect(() => onFollowingChanged?.(isFollowingLive), [isFollowingLive, onFollowingChanged])

  const retry = useCallback(() => onRetry(error), [onRetry, error])

  function makeClip(): void {
    if (timeline === 'recording') video.pause()
    // The delay of the first pictures is not known yet.
    setClippedMs(playback.shownMs() ?? playback.takenMs(0))
  }

  const commands: PlayerCommands = {
    ...media,
    ...ways,
    toggleFullscreen: fullscreen.toggle,
    toggleTheatre: () => theatre?.toggle(),
    togglePictureInPicture: () => void togglePictureInPicture(video),
    toggleStatistics: () => setStatisticsOpen(!areStatisticsOpen),
    toggleShortcuts: () => setShortcutsOpen(!areShortcutsOpen),
    seekBy(seconds) {
      const range = playback.seekRange()
      if (range) playback.seekTo(range.behindSeconds - seconds)
    },
    seekToFraction(fraction) {
      const range = playback.seekRange()
      if (range) playback.seekTo((1 - fraction) * range.lengthSeconds)
    },
    goToLive: playback.goToLive,
    ...(isClippable && { makeClip }),
    ...(timeline === 'recording' && {
      stepSpeed: (steps: 1 | -1) => setSpeed(video, speedBeside(video.playbackRate, steps)),
    }),
  }
  usePlayerKeys(surface, showingControls(commands, controls.show), areShortcutsOpen)

  if (status === 'error') {
    return (
      <PlaybackError sentence={error} isRetryUseful={isRetryUseful} onRetry={retry} other={other}>
        {isEnding(savingStep) && <SavingEnded step={savingStep} />}
      </PlaybackError>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes movement and focus
    <div
      ref={surface}
      className={styles.surface}
      data-idle={!controls.isVisible || undefined}
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && controls.show()}
      onFocus={controls.show}
      onMouseLeave={() => !isPaused && !isMenuOpen && controls.hide()}
    >
      {isAudioOnly && (
        <Suspense>
          <AudioPicture
            video={video}
            username={username}
            isMuted={isMuted}
            isCovered={isStalled || isAutoplayBlocked}
          />
        </Suspense>
      )}
      <PicturePress {...{ playback, controls, commands }} />
      <div className={styles.center}>
        {placeInLine !== null ? (
          <Suspense>
            <WaitingInLine {...placeInLine} />
          </Suspense>
        ) : isStalled && isEnding(savingStep) ? (
          <Suspense>
            <SavingEnded step={savingStep} />
          </Suspense>
        ) : cause !== null && cause !== 'unknown' && StallNotice ? (
          <StallNotice
            cause={cause}
            username={username}
            hasLowerQuality={hasLowerQuality(qualities, playingQuality)}
            other={other}
          />
        ) : isAutoplayBlocked ? (
          <button type="button" className={styles.bigPlay} aria-label={texts.play} onClick={media.togglePlay}>
            <Play size={36} fill="currentColor" aria-hidden="true" />
          </button>
        ) : (
          isStalled && <Waiting previousError={hasStarted ? null : previousError} />
        )}
        {isPaused && hasStarted && !isStalled && (
          // For pointers: the controls have the same button for keys and screen readers.
          <button
            type="button"
            className={styles.bigPlay}
            data-testid="paused-play"
            tabIndex={-1}
            aria-hidden="true"
            onClick={media.togglePlay}
          >
            {playAgain ? <RotateCcw size={36} /> : <Play size={36} fill="currentColor" />}
          </button>
        )}
      </div>
      {savingStep !== null && !isStalled && (
        <Suspense>
          <SavingNotice step={savingStep} />
        </Suspense>
      )}
      {isMutedByBrowser && (
        <button type="button" className={unmute.unmute} onClick={media.toggleMute}>
          <VolumeX size={18} aria-hidden="true" />
          {texts.tapToUnmute}
        </button>
      )}
      <PlayerControls
        video={video}
        media={media}
        playback={playback}
        streamId={streamId}
        {...{ encoder, username, title, viewers, playAgain }}
        chapters={chapters}
        ways={wayButtons}
        fullscreen={fullscreen}
        theatre={theatre}
        commands={commands}
        isVisible={controls.isVisible}
        onHeldChange={setMenuOpen}
      />
      <Suspense>
        {areStatisticsOpen && (
          <StatisticsPanel
            streamId={streamId}
            media={media}
            playback={playback}
            video={video}
            cause={cause}
            onClose={() => setStatisticsOpen(false)}
          />
        )}
        {clippedMs !== undefined && (
          <ClipDialog {...{ streamId, title }} shownMs={clippedMs} onClose={() => setClippedMs(undefined)} />
        )}
        {areShortcutsOpen && <ShortcutsDialog onClose={() => setShortcutsOpen(false)} />}
      </Suspense>
    </div>
  )
}

/** While an error is being retried, its sentence stays: otherwise it would come and go with every attempt. */
function Waiting({ previousError }: { previousError: string | null }) {
  if (previousError === null) return <Spinner label={texts.buffering} size={44} />
  return (
    <div className={styles.overlay} role="status">
      <Spinner size={32} />
      <PlayerMessage title={sentences.player.title}>
        {previousError}
        <br />
        {texts.retryingNow}
      </PlayerMessage>
    </div>
  )
}

/** The same commands, each of which also shows the controls, so that a keyboard user sees its effect. */
function showingControls(commands: PlayerCommands, show: () => void): PlayerCommands {
  const entries = Object.entries(commands).map(([name, command]: [string, (value: never) => void]) => [
    name,
    (value: never) => {
      show()
      command(value)
    },
  ])
  return Object.fromEntries(entries)
}
