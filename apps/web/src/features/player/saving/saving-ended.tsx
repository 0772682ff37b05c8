import { savingTexts as texts } from '../../../texts/viewer/player/saving.ts'
import styles from '../player.module.css'
import { PlayerMessage } from '../player-message.tsx'
import type { EndingStep } from './is-ending.ts'

/** Why a viewer sees nothing more: the last of the budget is for others, or all of it is used up. */
export function SavingEnded({ step }: { step: EndingStep }) {
  const { title, text } = texts.ended[step]
  return (
    <div className={styles.overlay} role="status">
      <PlayerMessage title={title}>{text}</PlayerMessage>
    </div>
  )
}
