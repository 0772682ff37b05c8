import type { ReactNode } from 'react'
import { sentences } from '../../../texts/contract/sentences.ts'
import { stallTexts } from '../../../texts/viewer/player/stalls.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import styles from '../player.module.css'
import { PlayerMessage } from '../player-message.tsx'
import type { StallCause } from './stall-cause.ts'

/** Tells the viewer the cause of a stall, and what helps. */
export function StallNotice({
  cause,
  username,
  hasLowerQuality,
  other,
}: {
  cause: Exclude<StallCause, 'unknown'>
  username: string
  /** The broadcast has a quality below the one that plays. */
  hasLowerQuality: boolean
  /** Something else to watch, where the streamer has stopped. */
  other?: ReactNode
}) {
  const { network, tokenFailed, media } = sentences.player
  const {
    title = cause === 'no-key' ? tokenFailed : cause === 'unplayable' ? media : network,
    text,
    lowerQuality,
  } = textsOf(cause, username)
  return (
    <div className={styles.overlay} role="status" data-cause={cause}>
      {cause !== 'stopped' && <Spinner size={32} />}
      <PlayerMessage title={title} other={cause === 'stopped' && other}>
        {hasLowerQuality && lowerQuality ? `${text} ${lowerQuality}` : text}
      </PlayerMessage>
    </div>
  )
}

/** A cause without a title of its own is titled with the sentence of rule PLAYER-7, PLAYER-8 or PLAYER-9. */
function textsOf(
  cause: Exclude<StallCause, 'unknown'>,
  username: string,
): { title?: string; text: string; lowerQuality?: string } {
  if (cause !== 'stopped') return stallTexts[cause]
  const { title, text } = stallTexts.stopped
  return { title: title(username), text }
}
