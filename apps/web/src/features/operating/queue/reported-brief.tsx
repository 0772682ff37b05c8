import type { ReportedThing } from '@waggle/contract/operating/review-endpoints'
import { reportTexts } from '../../../texts/operating/report.ts'
import { reviewTexts as texts } from '../../../texts/operating/review.ts'
import { suspensionTexts } from '../../../texts/operating/suspension.ts'
import operating from '../operating.module.css'
import { TimeAgo } from '../time-ago.tsx'
import styles from './reported-brief.module.css'

/** What was reported, in a few lines: what it is, how often, its text, and the first reason; of a closed one what became of it. */
export function ReportedBrief({ thing }: { thing: ReportedThing }) {
  const { kind, username, channel, title, message, count, firstAt, outcome, reports } = thing
  const [first] = reports
  return (
    <div className={styles.brief} data-closed={outcome !== null || undefined}>
      <strong>
        {texts.reported[kind]} @{username}
      </strong>
      <p className={operating.facts}>
        <span>{texts.reporters(count)}</span>
        <TimeAgo at={firstAt} />
        {kind === 'message' && channel !== null && <span>{texts.inChatOf(channel)}</span>}
        {outcome !== null && <span>{reportTexts.outcomes[outcome]}</span>}
      </p>
      {kind !== 'message' && title && <p>{title}</p>}
      {message !== null && <blockquote className={styles.message}>{message}</blockquote>}
      {first && (
        <p className={operating.hint}>
          {suspensionTexts.reasons[first.reason]}
          {first.note && `: ${first.note}`}
        </p>
      )}
    </div>
  )
}
