import { savingTexts as texts } from '../../../texts/viewer/saving.ts'
import styles from '../player.module.css'
import { PlayerMessage } from '../player-message.tsx'

/** Why a viewer sees nothing more: the last of the budget is for others, or all of it is used up. */
export function SavingEnded({ step }: { step: keyof typeof texts.ended }) {
  const { title, text } = texts.ended[step]
  return (
    <div className={styles.overlay} role="status">
      <PlayerMessage title={title}>{text}</PlayerMessage>
    </div>
  )
}

/** Whether the site has stopped sending to this viewer. */
export function isEnding(step: string | null): step is keyof typeof texts.ended {
  return step !== null && step in texts.ended
}
