import type { SiteAppeal } from '@waggle/contract/operating/appeal-endpoints'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format/format.ts'
import { kindTexts } from '../../../texts/operating/kinds.ts'
import { reviewTexts as texts } from '../../../texts/operating/review.ts'
import { suspensionTexts } from '../../../texts/operating/suspension.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { AccountLink } from '../account-link.tsx'
import styles from '../operating.module.css'
import { TimeAgo } from '../time-ago.tsx'
import { Evidence } from './evidence.tsx'
import own from './queue.module.css'
import type { RenderMedia } from './render-media.ts'

interface AppealCardProps {
  appeal: SiteAppeal
  renderMedia: RenderMedia
  /** Absent where the user cannot decide it. */
  onDecide?: () => void
}

/** What was done and why, what the account says against it, and the evidence. */
export function AppealCard({ appeal, renderMedia, onDecide }: AppealCardProps) {
  const { kind, username, reason, statement, note, takenBy, takenAt, text, appealedAt, reportId } = appeal
  const { outcome, answer, decidedBy, decidedAt, decision, isDecidedAlone } = appeal
  const [isShown, setShown] = useState(false)
  return (
    <article className={own.thing} aria-label={`${texts.appeals} @${username}`}>
      <div className={styles.about}>
        <p className={styles.name}>
          {kindTexts[kind]} <AccountLink username={username} />
        </p>
        <p className={styles.facts}>
          <span>{suspensionTexts.reasons[reason]}</span>
          <span>
            @{takenBy}, <TimeAgo at={takenAt} />
          </span>
          <span>
            {texts.appealed} <TimeAgo at={appealedAt} />
          </span>
        </p>
        {statement && <p>{statement}</p>}
        {note && <p className={styles.hint}>{note}</p>}
        <blockquote className={own.quotes}>{text}</blockquote>
        {outcome !== null && decidedBy !== null && decidedAt !== null && (
          <p className={styles.facts}>
            <span>{texts.decided[outcome](decidedBy, formatDateTime(decidedAt))}</span>
            {isDecidedAlone && <span>{texts.decidedAlone}</span>}
            {answer && <span>{answer}</span>}
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        {reportId !== null && (
          <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? texts.hideEvidence : texts.evidence}
          </Button>
        )}
        {onDecide && (
          <Button size="small" onClick={onDecide}>
            {texts.decideTitle(username)}
          </Button>
        )}
      </div>
      {outcome === null && decision === 'another' && <p className={styles.hint}>{texts.notYours}</p>}
      {onDecide && decision === 'signed' && <p className={styles.hint}>{texts.yoursAlone}</p>}
      {isShown && reportId !== null && <Evidence reportId={reportId} username={username} renderMedia={renderMedia} />}
    </article>
  )
}
