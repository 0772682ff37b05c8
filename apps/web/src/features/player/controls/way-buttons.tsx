import { SkipBack, SkipForward } from 'lucide-react'
import { clipTexts } from '../../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../../texts/viewer/replay/replay.ts'
import type { PlayerCommands } from '../keyboard/player-keys.ts'
import { ControlButton } from './control-button.tsx'
import styles from './skip-buttons.module.css'

type Ways = Pick<PlayerCommands, 'showNext' | 'showPrevious'>

/**
 * The buttons to the recordings beside this one, which stand at both sides of the button that plays. Where only one leads somewhere the
 * other keeps its place, so that a second press of the same button is never one of the other.
 */
export function wayButtons({ showPrevious, showNext }: Ways = {}, isClip: boolean) {
  if (!showPrevious && !showNext) return undefined
  const texts = isClip ? clipTexts : replayTexts
  return {
    before: (
      <span className={styles.way}>
        <ControlButton label={texts.previous} keyName="b" onClick={showPrevious}>
          <SkipBack fill="currentColor" aria-hidden="true" />
        </ControlButton>
      </span>
    ),
    after: (
      <span className={styles.way} data-next>
        <ControlButton label={texts.next} keyName="n" onClick={showNext}>
          <SkipForward fill="currentColor" aria-hidden="true" />
        </ControlButton>
      </span>
    ),
  }
}
