import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { reportTexts as texts } from '../../texts/operating/report.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import styles from './reports.module.css'

/** What became of a notice, for whoever has its address. */
export function NoticeOutcome({ secret }: { secret: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['notice', secret],
    queryFn: ({ signal }) => api('getNotice', { body: { secret }, signal }),
    retry: false,
  })
  if (!data) {
    if (error instanceof ApiError && error.code === 'report_not_found') return <p>{texts.noticeGone}</p>
    const failure = error && errorSentence(error, texts.noticeFailed)
    return <Awaiting label={texts.loading} failure={failure} onRetry={() => void refetch()} />
  }
  const { kind, username, reason, reportedAt, outcome, explanation, closedAt } = data
  return (
    <section className={styles.outcome} aria-label={texts.notice}>
      <h2>{texts.reported[kind](username)}</h2>
      <p className={styles.when}>
        {suspensionTexts.reasons[reason]} · {texts.reportedOn(formatDateTime(reportedAt))}
      </p>
      <p>
        <strong>{outcome === null ? texts.open : texts.outcomes[outcome]}</strong>
      </p>
      <p>{outcome === null ? texts.openText : texts.outcomeTexts[outcome]}</p>
      {explanation && <p className={styles.explanation}>{explanation}</p>}
      {closedAt !== null && <p className={styles.when}>{texts.closedOn(formatDateTime(closedAt))}</p>}
    </section>
  )
}
