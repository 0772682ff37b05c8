import { CircleCheck } from 'lucide-react'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { AlertLink } from './alert-link.tsx'
import styles from './alerts.module.css'
import { useSiteHealth } from './use-site-health.ts'

/** What needs the operator, each with the way to it (rule HEALTH-5): the first thing in the console. */
export function Alerts() {
  const { data, error, refetch } = useSiteHealth()
  const alerts = data?.alerts
  if (!data && error) {
    return (
      <Awaiting label={operatingTexts.loading} failure={errorSentence(error, texts.healthFailed)} onRetry={refetch} />
    )
  }
  return (
    <section className={styles.alerts} aria-label={texts.alerts} data-some={Boolean(alerts?.length) || undefined}>
      {alerts?.length === 0 && (
        <p className={styles.none}>
          <CircleCheck size={18} aria-hidden="true" />
          {texts.noAlerts}
        </p>
      )}
      <ul>
        {alerts?.map((alert) => (
          <li key={`${alert.kind} ${JSON.stringify(alert.facts)}`}>
            <AlertLink alert={alert} />
          </li>
        ))}
      </ul>
    </section>
  )
}
