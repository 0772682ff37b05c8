import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'
import {
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  RotateCcw,
  Scissors,
  SquareSplitHorizontal,
} from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent, lazyExtra } from '../../../lib/browser/lazy-page.tsx'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { playerTexts as texts } from '../../../texts/viewer/player/player.ts'
import { useIsAudioOnly } from '../audio-only/use-is-audio-only.ts'
import type { Playback } from '../engines/playback.ts'
import type { PlayerCommands } from '../keyboard/player-keys.ts'
import type { Fullscreen } from '../media/fullscreen.ts'
import type { MediaStore } from '../media/media-store.ts'
import { canPictureInPicture } from '../media/picture-in-picture.ts'
import { preferences } from '../media/preferences.ts'
import type { Theatre } from '../media/theatre.ts'
import type { EncoderState } from '../stalls/use-stall-cause.ts'
import { firstPictureIsShown } from '../start/first-playback.ts'
import { ControlButton } from './control-button.tsx'
import styles from './controls.module.css'
import { LatencyReadout } from './latency-readout.tsx'
import { QualityMenu } from './quality-menu.tsx'
import { VolumeControl } from './volume-control.tsx'

const SeekBar = lazyExtra(async () => {
  // There is nothing to seek in before.
  await firstPictureIsShown()
  return (await import('./seek/seek-bar.tsx')).SeekBar
})
// Most players have the title beside them.
const PictureTitle = lazyExtra(async () => (await import('../title/picture-title.tsx')).PictureTitle)
// Only recordings have them.
const PositionReadout = lazyComponent(async () => (await import('./position-readout.tsx')).PositionReadout)
const SpeedMenu = lazyComponent(async () => (await import('./speed-menu.tsx')).SpeedMenu)

export function PlayerControls({
  video,
  media,
  playback,
  encoder,
  streamId,
  username,
  title,
  viewers = 0,
  chapters,
  playAgain,
  ways,
  fullscreen,
  theatre,
  commands,
  isVisible,
  onHeldChange,
}: {
  video: HTMLVideoElement
  media: MediaStore
  playback: Playback
  encoder: EncoderState
  streamId: string
  username: string
  title: string | undefined
  viewers: number | undefined
  chapters: readonly Chapter[] | undefined
  playAgain: string | undefined
  /** At both sides of the button that plays. */
  ways: { before: ReactNode; after: ReactNode } | undefined
  fullscreen: Fullscreen
  theatre: Theatre | undefined
  commands: PlayerCommands
  isVisible: boolean
  /** The controls stay while one is open, or a finger drags the seek bar. */
  onHeldChange: (isHeld: boolean) => void
}) {
  const { isPaused, isPictureInPicture } = useStore(media)
  const { qualities, selectedQuality, playingQuality, chosenMode, timeline } = useStore(playback)
  const { isFullscreen } = useStore(fullscreen)
  const isAudioOnly = useIsAudioOnly(video)
  const hasPictureInPicture = !isAudioOnly && canPictureInPicture()
  // Where the picture fills the window.
  const isAlone = useMedia(theatre?.isOn ? '(width > 1000px), (height <= 500px)' : '(height <= 500px)')
  const hasTitle = isFullscreen || (theatre !== undefined && isAlone)
  return (
    <>
      <div
        className={styles.bar}
        data-player-controls
        data-visible={isVisible || undefined}
        data-audio={isAudioOnly || undefined}
      >
        <Suspense>
          <SeekBar {...{ playback, streamId, chapters, isPaused }} onDragChange={onHeldChange} />
        </Suspense>
        {ways?.before}
        <ControlButton
          label={playAgain ?? (isPaused ? texts.play : texts.pause)}
          keyName="k"
          onClick={commands.togglePlay}
        >
          {playAgain ? (
            <RotateCcw aria-hidden="true" />
          ) : isPaused ? (
            <Play fill="currentColor" aria-hidden="true" />
          ) : (
            <Pause fill="currentColor" aria-hidden="true" />
          )}
        </ControlButton>
        {ways?.after}
        <VolumeControl media={media} />
        {timeline === 'live' ? (
          <LatencyReadout {...{ playback, isPaused, encoder }} />
        ) : (
          <Suspense>
            <PositionReadout playback={playback} chapters={chapters} seekBy={commands.seekBy} />
          </Suspense>
        )}
        <span className={styles.space} />
        {timeline === 'recording' && (
          <Suspense>
            <SpeedMenu video={video} onOpenChange={onHeldChange} />
          </Suspense>
        )}
        <QualityMenu
          options={qualities.map(({ index, name }) => ({ value: index, name }))}
          selected={selectedQuality}
          playing={playingQuality}
          commands={commands}
          hasPictureInPicture={hasPictureInPicture}
          mode={chosenMode}
          onSelect={playback.selectQuality}
          onSelectMode={(delayMode) => {
            preferences.setState({ delayMode })
            playback.selectMode(delayMode)
          }}
          onOpenChange={onHeldChange}
        />
        {commands.makeClip && (
          <ControlButton label={texts.makeClip} keyName="c" hiddenIn="phone" onClick={commands.makeClip}>
            <Scissors aria-hidden="true" />
          </ControlButton>
        )}
        {hasPictureInPicture && (
          <ControlButton
            label={texts.pictureInPicture}
            keyName="p"
            hiddenIn="player"
            isPressed={isPictureInPicture}
            onClick={commands.togglePictureInPicture}
          >
            <PictureInPicture2 aria-hidden="true" />
          </ControlButton>
        )}
        {theatre && !isFullscreen && (
          <ControlButton
            label={theatre.isOn ? texts.leaveTheatre : texts.theatre}
            keyName="t"
            hiddenIn="player window"
            onClick={commands.toggleTheatre}
          >
            {theatre.isOn ? <SquareSplitHorizontal aria-hidden="true" /> : <RectangleHorizontal aria-hidden="true" />}
          </ControlButton>
        )}
        <ControlButton
          label={isFullscreen ? texts.leaveFullscreen : texts.fullscreen}
          keyName="f"
          onClick={commands.toggleFullscreen}
        >
          {isFullscreen ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </ControlButton>
      </div>
      {hasTitle && (
        <Suspense>
          <PictureTitle
            {...{ username, title, viewers }}
            isLive={timeline === 'live' && !encoder.isReconnecting && !encoder.isStopped}
          />
        </Suspense>
      )}
    </>
  )
}
