import { api } from '../../lib/api/api.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { reportTexts as texts } from '../../texts/operating/report.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { Tag } from '../../ui/identity/badge.tsx'
import styles from './reports.module.css'

/** What became of what the user has reported; nothing for somebody who has reported nothing. */
export function OwnReports({ user }: { user: string }) {
  const { data } = useSessionQuery({
    queryKey: ['own-reports', user],
    isSecondary: true,
    request: (token, signal) => api('listMyReports', { token, signal }),
  })
  if (!data || data.reports.length === 0) return null
  return (
    <section className={styles.section} aria-label={texts.yours}>
      <h2>{texts.yours}</h2>
      {data.reports.map(({ id, kind, username, reason, reportedAt, outcome, explanation }) => (
        <div key={id} className={styles.report}>
          <span>
            {texts.reported[kind](username)}: {suspensionTexts.reasons[reason]}
          </span>
          <span className={styles.state}>
            <Tag>{outcome === null ? texts.open : texts.outcomes[outcome]}</Tag>
          </span>
          <span className={styles.when}>{formatDateTime(reportedAt)}</span>
          {explanation && <p className={styles.explanation}>{explanation}</p>}
        </div>
      ))}
    </section>
  )
}
