import { RotateCcw, RotateCw } from 'lucide-react'
import { shortcutTexts as texts } from '../../../texts/viewer/player/shortcuts.ts'
import { type PlayerCommands, skipSeconds } from '../keyboard/player-keys.ts'
import { ControlButton } from './control-button.tsx'
import styles from './skip-buttons.module.css'

/** Ten seconds back and forward in a recording; on a touch screen at both sides of the button that pauses. */
export function SkipButtons({ seekBy }: Pick<PlayerCommands, 'seekBy'>) {
  return (
    <div className={styles.skip}>
      <ControlButton label={texts.skipBack} keyName="j" onClick={() => seekBy(-skipSeconds)}>
        <Ten of={RotateCcw} />
      </ControlButton>
      <ControlButton label={texts.skipForward} keyName="l" onClick={() => seekBy(skipSeconds)}>
        <Ten of={RotateCw} />
      </ControlButton>
    </div>
  )
}

function Ten({ of: Icon }: { of: typeof RotateCw }) {
  return (
    <span className={styles.sign} aria-hidden="true">
      <Icon strokeWidth={1.6} />
      <span className={styles.number}>{skipSeconds}</span>
    </span>
  )
}
