import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { alertText, siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import styles from '../operating.module.css'
import { ProcessCard } from './process-card.tsx'

const refreshMs = 10_000

/** What needs the operator, and how every process is (rule HEALTH-5). */
export function SiteHealth() {
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['operating', 'health'],
    refetchInterval: refreshMs,
    request: (token, signal) => api('getSiteHealth', { token, signal }),
  })
  if (!data) {
    return (
      <Awaiting
        label={operatingTexts.loading}
        failure={error && errorSentence(error, texts.healthFailed)}
        onRetry={refetch}
      />
    )
  }
  const targets = data.targets.map((target) => texts.targets[target]).join(texts.and)
  return (
    <section className={styles.section} aria-label={operatingTexts.tabs.health}>
      <h2>{texts.alerts}</h2>
      {data.alerts.length === 0 && <p>{texts.noAlerts}</p>}
      <ul className={styles.list}>
        {data.alerts.map((alert) => (
          <li key={`${alert.kind} ${JSON.stringify(alert.facts)}`} className={styles.row}>
            <div className={styles.about}>
              <p>{alertText(alert, { bytes: formatBytes, time: formatDateTime })}</p>
              <p className={styles.hint}>{texts.since(formatDateTime(alert.since))}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{targets === '' ? texts.notTold : texts.told(targets)}</p>
      <h2>{texts.processes}</h2>
      <ul className={styles.list}>
        {data.processes.map((process) => (
          <li key={process.name}>
            <ProcessCard process={process} />
          </li>
        ))}
      </ul>
    </section>
  )
}
