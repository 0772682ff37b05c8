import { formatTime } from '../../../lib/format/format.ts'
import { savingTexts as texts } from '../../../texts/viewer/player/saving.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { PlaceInLine } from '../keys/waiting-line.ts'
import { PlayerMessage } from '../player-message.tsx'
import styles from './saving.module.css'

/** The queue of new viewers, while the site has little left of its budget (rule EGRESS-9). */
export function WaitingInLine({ place, endsAt }: PlaceInLine) {
  return (
    <div className={styles.line} role="status">
      <Spinner size={32} />
      <PlayerMessage title={texts.inLine(place)}>
        {texts.whyWait}
        <br />
        {texts.comesByItself} {endsAt !== null && texts.anew(formatTime(endsAt))}
      </PlayerMessage>
    </div>
  )
}
