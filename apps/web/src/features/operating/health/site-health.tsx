import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import styles from '../operating.module.css'
import own from './health.module.css'
import { ProcessCard } from './process-card.tsx'
import { useSiteHealth } from './use-site-health.ts'

/** How every process is, and who is told of what is wrong (rules HEALTH-4, HEALTH-5). An alert leads to its process. */
export function SiteHealth() {
  const { data, error, refetch } = useSiteHealth()
  const isKnown = data !== undefined
  useEffect(() => {
    if (isKnown) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isKnown])
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
    <Panel title={texts.processes}>
      {targets === '' ? (
        <p className={own.warning}>
          <TriangleAlert size={18} aria-hidden="true" />
          {texts.notTold}
        </p>
      ) : (
        <p className={styles.hint}>{texts.told(targets)}</p>
      )}
      <ul className={styles.list}>
        {data.processes.map((process) => (
          <li key={process.name}>
            <ProcessCard process={process} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
