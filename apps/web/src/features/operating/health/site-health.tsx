import type { Alert } from '@waggle/contract/site-health/alerts'
import { ChevronDown, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { alertText, brokenPartText, siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import styles from '../operating.module.css'
import { TimeAgo } from '../time-ago.tsx'
import { faultText } from './fault-text.ts'
import own from './health.module.css'
import { type Fault, faultsBeside, faultsOf, faultyFirst } from './limits.ts'
import { ProcessCard, processId } from './process-card.tsx'
import { processOf } from './section-of.ts'
import { SiteFigures } from './site-figures.tsx'
import { useSiteHealth } from './use-site-health.ts'

/** More faults at once have one cause. */
const shownMax = 4

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
  const alerts = data.alerts.filter(({ kind }) => kind !== 'report' && kind !== 'budget')
  const targets = data.targets.map((target) => texts.targets[target]).join(texts.and)
  return (
    <div className={styles.parts}>
      <div className={own.first}>
        <Verdict alerts={alerts} faults={faultsBeside(alerts, data.processes)} isTold={targets !== ''} />
        {targets === '' && (
          <p className={own.untold}>
            <TriangleAlert className={own.untoldSign} size={20} aria-hidden="true" />
            {texts.notTold}
          </p>
        )}
      </div>
      <SiteFigures faults={faultsOf(data.processes)} />
      <Panel title={texts.processes}>
        {targets !== '' && <p className={styles.hint}>{texts.told(targets)}</p>}
        <ul className={styles.list}>
          {faultyFirst(data.processes).map((process) => (
            <li key={process.name}>
              <ProcessCard process={process} />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** Whether all is well; what is not, since when, and the way to it; or what is still to be set up. */
function Verdict({ alerts, faults, isTold }: { alerts: readonly Alert[]; faults: readonly Fault[]; isTold: boolean }) {
  if (alerts.length === 0 && faults.length === 0) {
    return (
      <p className={own.verdict} role="status">
        <CircleCheck className={own.goodSign} size={20} aria-hidden="true" />
        <strong>{isTold ? texts.allWell : texts.wellUntold}</strong>
      </p>
    )
  }
  return (
    <div role="status">
      <ul className={own.verdicts}>
        {alerts.map((alert) => (
          <li key={`${alert.kind} ${JSON.stringify(alert.facts)}`}>
            <Wrong process={processOf(alert)} text={wrongText(alert)}>
              <TimeAgo at={alert.since} />
            </Wrong>
          </li>
        ))}
        {faults.slice(0, shownMax).map((fault) => (
          <li key={keyOf(fault)}>
            <Wrong process={fault.process} text={faultText(fault)}>
              {fault.kind === 'process' && <TimeAgo at={fault.since} />}
            </Wrong>
          </li>
        ))}
        {faults.length > shownMax && (
          <li>
            <Wrong process={faults[shownMax]?.process} text={texts.moreFaults(faults.length - shownMax)} />
          </li>
        )}
      </ul>
    </div>
  )
}

/** The process says why a part does not work. */
function wrongText(alert: Alert): string {
  if (alert.kind === 'part') return brokenPartText(alert.facts)
  return alertText(alert, { bytes: formatBytes, time: formatDateTime })
}

/** Without its figures, which change while it is the same fault. */
function keyOf(fault: Fault): string {
  const part = fault.kind === 'part' ? fault.part : fault.kind === 'disk' ? fault.disk.disk : ''
  return [fault.process, fault.kind, part].join(' ')
}

/** What is wrong, as a link to the process that has it. */
function Wrong({ process, text, children }: { process: string | undefined; text: string; children?: ReactNode }) {
  return (
    <a className={own.verdict} href={process && `#${processId(process)}`} data-bad>
      <CircleAlert className={own.badSign} size={20} aria-hidden="true" />
      <span className={own.what}>
        <strong>{text}</strong> <span className={styles.hint}>{children}</span>
      </span>
      <ChevronDown className={own.toIt} size={18} aria-hidden="true" />
    </a>
  )
}
