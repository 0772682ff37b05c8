import { limits } from '@waggle/contract/limits'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { playerTexts as texts } from '../../../texts/viewer/player/player.ts'
import type { MediaStore } from '../media/media-store.ts'
import { ControlButton } from './control-button.tsx'
import styles from './controls.module.css'

export function VolumeControl({ media }: { media: MediaStore }) {
  const { volume, isMuted } = useStore(media)
  const shown = isMuted ? 0 : volume
  const percent = Math.round(shown * 100)
  const Icon = isMuted ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return (
    <div className={styles.volume}>
      <ControlButton label={isMuted ? texts.unmute : texts.mute} keyName="m" onClick={media.toggleMute}>
        <Icon aria-hidden="true" />
      </ControlButton>
      <input
        type="range"
        className={styles.slider}
        style={{ '--fill': `${percent}%` } as CSSProperties}
        aria-label={texts.volume}
        aria-valuetext={`${percent}%`}
        min={0}
        max={1}
        step={limits.volumeStep}
        value={shown}
        onChange={(event) => media.setVolume(Number(event.target.value))}
      />
    </div>
  )
}
