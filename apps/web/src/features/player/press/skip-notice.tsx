import { ChevronsLeft, ChevronsRight } from 'lucide-react'
import { shortcutTexts as texts } from '../../../texts/viewer/player/shortcuts.ts'
import styles from './skip-notice.module.css'

export type Side = 'back' | 'forward'

/** Says at the tapped side of the picture how far its taps have led (rule PLAYER-27). */
export function SkipNotice({ side, seconds }: { side: Side; seconds: number }) {
  return (
    <div className={styles.skipped} data-side={side} role="status" data-testid="skipped">
      {side === 'back' ? <ChevronsLeft aria-hidden="true" /> : <ChevronsRight aria-hidden="true" />}
      {side === 'back' ? texts.skippedBack(seconds) : texts.skippedForward(seconds)}
    </div>
  )
}
