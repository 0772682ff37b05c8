import { Maximize, Minimize, Pause, PictureInPicture2, Play } from 'lucide-react'
import { useStore } from '../../lib/use-store.ts'
import styles from './controls.module.css'
import type { Fullscreen } from './fullscreen.ts'
import { LatencyReadout } from './latency-readout.tsx'
import type { MediaStore } from './media-store.ts'
import type { Playback } from './playback.ts'
import { QualityMenu } from './quality-menu.tsx'
import { VolumeControl } from './volume-control.tsx'

export function PlayerControls({
  media,
  playback,
  fullscreen,
  video,
  isVisible,
  onMenuOpenChange,
}: {
  media: MediaStore
  playback: Playback
  fullscreen: Fullscreen
  video: HTMLVideoElement | null
  isVisible: boolean
  onMenuOpenChange: (isOpen: boolean) => void
}) {
  const { isPaused, isPictureInPicture } = useStore(media)
  const { qualities, selectedQuality, playingQuality } = useStore(playback)
  const { isFullscreen } = useStore(fullscreen)
  return (
    <div className={styles.bar} data-visible={isVisible || undefined}>
      <button
        type="button"
        className={styles.button}
        aria-label={isPaused ? 'Play' : 'Pause'}
        title={isPaused ? 'Play (k)' : 'Pause (k)'}
        onClick={media.togglePlay}
      >
        {isPaused ? <Play fill="currentColor" aria-hidden="true" /> : <Pause fill="currentColor" aria-hidden="true" />}
      </button>
      <VolumeControl media={media} />
      <LatencyReadout playback={playback} isPaused={isPaused} />
      <span className={styles.space} />
      <QualityMenu
        options={qualities.map(({ index, name }) => ({ value: index, name }))}
        selected={selectedQuality}
        playing={playingQuality}
        onSelect={playback.selectQuality}
        onOpenChange={onMenuOpenChange}
      />
      {video && document.pictureInPictureEnabled && (
        <button
          type="button"
          className={styles.button}
          aria-label="Picture in picture"
          aria-pressed={isPictureInPicture}
          title="Picture in picture"
          onClick={() => void togglePictureInPicture(video, isPictureInPicture)}
        >
          <PictureInPicture2 aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className={styles.button}
        aria-label={isFullscreen ? 'Exit fullscreen' : 'Fullscreen'}
        title={isFullscreen ? 'Exit fullscreen (f)' : 'Fullscreen (f)'}
        onClick={fullscreen.toggle}
      >
        {isFullscreen ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
      </button>
    </div>
  )
}

async function togglePictureInPicture(video: HTMLVideoElement, isActive: boolean): Promise<void> {
  try {
    if (isActive) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch {
    // The browser refuses before the first picture; the button then does nothing, and the next press works.
  }
}
