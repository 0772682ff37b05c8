import { Play, RotateCcw, VolumeX } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useStore } from '../../lib/use-store.ts'
import { sentences } from '../../texts/sentences.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Fullscreen } from './fullscreen.ts'
import styles from './player.module.css'
import { PlayerControls } from './player-controls.tsx'
import { commandForKey } from './player-keys.ts'
import { PlayerMessage } from './player-message.tsx'
import { useControlsVisibility } from './use-controls-visibility.ts'
import { type LiveEngine, useLiveEngine } from './use-live-engine.ts'

/** So long may the picture stand still before the server is asked about it. */
const doubtAfterMs = 1500

interface LivePlayerProps {
  streamId: string
  poster: string | null
  isReconnecting: boolean
  fullscreen: Fullscreen
  onDoubt: (isInDoubt: boolean) => void
  onEnded: () => void
  onRetry: () => void
}

export function LivePlayer(props: LivePlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const engine = useLiveEngine(video, props.streamId)
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a live broadcast carries no captions */}
      <video
        ref={video}
        className={styles.video}
        data-testid="player-video"
        poster={props.poster ?? undefined}
        playsInline
      />
      {engine && <Surface {...props} {...engine} video={video.current} />}
    </>
  )
}

/** Everything that lies over the picture. */
function Surface({
  media,
  playback,
  video,
  isReconnecting,
  fullscreen,
  onDoubt,
  onEnded,
  onRetry,
}: LivePlayerProps & LiveEngine & { video: HTMLVideoElement | null }) {
  const { isPaused, isWaiting, hasStarted, isMutedByBrowser } = useStore(media)
  const { status, error, isNetworkFailing } = useStore(playback)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const controls = useControlsVisibility((isPaused && hasStarted) || isMenuOpen)
  const surface = useRef<HTMLDivElement>(null)
  const isStanding = status !== 'error' && (isNetworkFailing || (!isPaused && isWaiting) || !hasStarted)

  useEffect(() => {
    if (!isStanding) {
      onDoubt(false)
      return
    }
    const timer = setTimeout(() => onDoubt(true), doubtAfterMs)
    return () => clearTimeout(timer)
  }, [isStanding, onDoubt])

  useEffect(() => {
    if (status === 'ended') onEnded()
  }, [status, onEnded])

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const target = event.target instanceof Element ? event.target : null
      const isInPlayer = surface.current?.parentElement?.contains(target) ?? false
      // With nothing focused, arrows scroll the page.
      if (!isInPlayer && (target !== document.body || event.key.startsWith('Arrow'))) return
      const command = commandForKey(event, target, { ...media, toggleFullscreen: fullscreen.toggle })
      if (!command || event.defaultPrevented) return
      event.preventDefault()
      controls.show()
      command()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [media, fullscreen, controls.show])

  function onPress({ pointerType }: PointerEvent): void {
    // A finger has no way to hover: its first touch only brings the controls.
    if (pointerType === 'mouse') media.togglePlay()
    else if (controls.isVisible) controls.hide()
    else controls.show()
  }

  if (status === 'error') {
    return (
      <div className={styles.center}>
        <PlayerMessage
          title={sentences.player.title}
          role="alert"
          action={
            <Button kind="primary" onClick={onRetry}>
              <RotateCcw size={18} aria-hidden="true" />
              Retry
            </Button>
          }
        >
          {error}
        </PlayerMessage>
      </div>
    )
  }

  const isBlocked = status === 'ready' && isPaused && !hasStarted
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches for movement and focus
    <div
      ref={surface}
      className={styles.surface}
      data-idle={!controls.isVisible || undefined}
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && controls.show()}
      onFocus={controls.show}
      onMouseLeave={() => !isPaused && !isMenuOpen && controls.hide()}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is done by the play button and by keys */}
      <div className={styles.pressArea} onPointerUp={onPress} onDoubleClick={fullscreen.toggle} />
      <div className={styles.center}>
        {isReconnecting && isStanding ? (
          <div className={styles.overlay} role="status">
            <Spinner size={32} />
            <PlayerMessage title="Reconnecting...">The broadcaster's connection was interrupted.</PlayerMessage>
          </div>
        ) : isNetworkFailing ? (
          <div className={styles.overlay} role="status">
            <Spinner size={32} />
            <PlayerMessage title={sentences.player.network}>Trying again...</PlayerMessage>
          </div>
        ) : isBlocked ? (
          <button type="button" className={styles.bigPlay} aria-label="Play" onClick={media.togglePlay}>
            <Play size={36} fill="currentColor" aria-hidden="true" />
          </button>
        ) : (
          isStanding && <Spinner label="Buffering" size={44} />
        )}
      </div>
      {isMutedByBrowser && (
        <button type="button" className={styles.unmute} onClick={media.toggleMute}>
          <VolumeX size={18} aria-hidden="true" />
          Tap to unmute
        </button>
      )}
      <PlayerControls
        media={media}
        playback={playback}
        fullscreen={fullscreen}
        video={video}
        isVisible={controls.isVisible}
        onMenuOpenChange={setMenuOpen}
      />
    </div>
  )
}
