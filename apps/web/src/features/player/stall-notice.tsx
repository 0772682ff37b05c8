import { stallTexts } from '../../texts/player.ts'
import { sentences } from '../../texts/sentences.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './player.module.css'
import { PlayerMessage } from './player-message.tsx'
import type { StallCause } from './stall-cause.ts'

/** Says who holds the picture up. */
export function StallNotice({ cause }: { cause: Exclude<StallCause, 'unknown'> }) {
  const { title = sentences.player.network, text } = textsOf(cause)
  return (
    <div className={styles.overlay} role="status">
      <Spinner size={32} />
      <PlayerMessage title={title}>{text}</PlayerMessage>
    </div>
  )
}

/** The spec's sentence stands above what may be the network's fault and may be the server's. */
function textsOf(cause: Exclude<StallCause, 'unknown'>): { title?: string; text: string } {
  return stallTexts[cause]
}
