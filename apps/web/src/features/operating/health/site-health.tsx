import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import styles from '../operating.module.css'
import { AlertLink } from './alert-link.tsx'
import { ProcessCard } from './process-card.tsx'
import { useSiteHealth } from './use-site-health.ts'

/** What needs the operator, and how every process is (rule HEALTH-5). */
export function SiteHealth() {
  const { data, error, refetch } = useSiteHealth()
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
    <div className={styles.parts}>
      <Panel title={texts.alerts}>
        {data.alerts.length === 0 && <p>{texts.noAlerts}</p>}
        <ul className={styles.list}>
          {data.alerts.map((alert) => (
            <li key={`${alert.kind} ${JSON.stringify(alert.facts)}`}>
              <AlertLink alert={alert} />
            </li>
          ))}
        </ul>
        <p className={styles.hint}>{targets === '' ? texts.notTold : texts.told(targets)}</p>
      </Panel>
      <Panel title={texts.processes}>
        <ul className={styles.list}>
          {data.processes.map((process) => (
            <li key={process.name}>
              <ProcessCard process={process} />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
