import {
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  Scissors,
  SquareSplitHorizontal,
} from 'lucide-react'
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
import { ControlButton } from './control-button.tsx'
import styles from './controls.module.css'
import { LatencyReadout } from './latency-readout.tsx'
import { PositionReadout } from './position-readout.tsx'
import { QualityMenu } from './quality-menu.tsx'
import { SeekBar } from './seek/seek-bar.tsx'
import { SpeedMenu } from './speed-menu.tsx'
import { VolumeControl } from './volume-control.tsx'

export function PlayerControls({
  video,
  media,
  playback,
  streamId,
  fullscreen,
  theatre,
  commands,
  isVisible,
  onMenuOpenChange,
}: {
  video: HTMLVideoElement
  media: MediaStore
  playback: Playback
  streamId: string
  fullscreen: Fullscreen
  theatre: Theatre | undefined
  commands: PlayerCommands
  isVisible: boolean
  onMenuOpenChange: (isOpen: boolean) => void
}) {
  const { isPaused, isPictureInPicture } = useStore(media)
  const { qualities, selectedQuality, playingQuality, chosenMode, timeline } = useStore(playback)
  const { isFullscreen } = useStore(fullscreen)
  const isAudioOnly = useIsAudioOnly(video)
  return (
    <div className={styles.bar} data-visible={isVisible || undefined}>
      <SeekBar playback={playback} streamId={streamId} isPaused={isPaused} />
      <ControlButton label={isPaused ? texts.play : texts.pause} keyName="k" onClick={commands.togglePlay}>
        {isPaused ? <Play fill="currentColor" aria-hidden="true" /> : <Pause fill="currentColor" aria-hidden="true" />}
      </ControlButton>
      <VolumeControl media={media} />
      {timeline === 'live' ? (
        <LatencyReadout playback={playback} isPaused={isPaused} />
      ) : (
        <PositionReadout playback={playback} />
      )}
      <span className={styles.space} />
      {timeline === 'recording' && <SpeedMenu video={video} onOpenChange={onMenuOpenChange} />}
      <QualityMenu
        options={qualities.map(({ index, name }) => ({ value: index, name }))}
        selected={selectedQuality}
        playing={playingQuality}
        commands={commands}
        mode={chosenMode}
        onSelect={playback.selectQuality}
        onSelectMode={(delayMode) => {
          preferences.setState({ delayMode })
          playback.selectMode(delayMode)
        }}
        onOpenChange={onMenuOpenChange}
      />
      {commands.makeClip && (
        <ControlButton label={texts.makeClip} keyName="c" onClick={commands.makeClip}>
          <Scissors aria-hidden="true" />
        </ControlButton>
      )}
      {canPictureInPicture() && !isAudioOnly && (
        <ControlButton
          label={texts.pictureInPicture}
          keyName="p"
          hiddenIn="smallest"
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
          hiddenIn="narrow"
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
  )
}
