import { sentences } from '../../../texts/contract/sentences.ts'
import { stallTexts } from '../../../texts/viewer/player.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import styles from '../player.module.css'
import { PlayerMessage } from '../player-message.tsx'
import type { StallCause } from './stall-cause.ts'

/** Tells the viewer the cause of a stall. */
export function StallNotice({ cause }: { cause: Exclude<StallCause, 'unknown'> }) {
  const { network, tokenFailed } = sentences.player
  const { title = cause === 'no-key' ? tokenFailed : network, text } = textsOf(cause)
  return (
    <div className={styles.overlay} role="status">
      <Spinner size={32} />
      <PlayerMessage title={title}>{text}</PlayerMessage>
    </div>
  )
}

/** A cause without a title of its own is titled with the sentence of rule PLAYER-8 or PLAYER-9. */
function textsOf(cause: Exclude<StallCause, 'unknown'>): { title?: string; text: string } {
  return stallTexts[cause]
}
