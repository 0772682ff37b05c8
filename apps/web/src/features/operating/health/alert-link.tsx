import { operatePath } from '@waggle/contract/pages/page-addresses'
import type { Alert, AlertFacts } from '@waggle/contract/site-health/alerts'
import { ChevronRight, CircleAlert, Flag, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { alertText } from '../../../texts/operating/site-health.ts'
import { suspensionTexts } from '../../../texts/operating/suspension.ts'
import { useReportedThings } from '../queue/use-queue.ts'
import { TimeAgo } from '../time-ago.tsx'
import styles from './alerts.module.css'
import { processId } from './process-card.tsx'
import { processOf, sectionOf } from './section-of.ts'

/** What needs the operator, with a sign of how bad it is, and the way to it. */
export function AlertLink({ alert }: { alert: Alert }) {
  const { Icon, severity } = signOf(alert)
  return (
    <Link href={pathTo(alert)} className={styles.alert}>
      <Icon size={20} aria-hidden="true" data-severity={severity} />
      <span className={styles.what}>
        <span>{alertText(alert, { bytes: formatBytes, time: formatDateTime })}</span>
        {alert.kind === 'report' && <ReportedFor {...alert.facts} />}
        <span className={styles.since}>
          <TimeAgo at={alert.since} />
        </span>
      </span>
      <ChevronRight size={18} aria-hidden="true" />
    </Link>
  )
}

/** Why it was reported first, and what it is. */
function ReportedFor({ thing: kind, username }: AlertFacts['report']) {
  const { data } = useReportedThings('open')
  const reported = data?.pages.flatMap(({ things }) => things)
  const thing = reported?.find((one) => one.kind === kind && one.username === username)
  const [first] = thing?.reports ?? []
  if (!thing || !first) return null
  const said = [suspensionTexts.reasons[first.reason], thing.message ?? thing.title].filter(Boolean)
  return <span className={styles.why}>{said.join(': ')}</span>
}

function signOf(alert: Alert) {
  if (alert.kind === 'report') return { Icon: Flag, severity: 'report' }
  const isWarning = alert.kind === 'certificate' || (alert.kind === 'budget' && alert.facts.percent < 100)
  return isWarning ? { Icon: TriangleAlert, severity: 'warning' } : { Icon: CircleAlert, severity: 'error' }
}

function pathTo(alert: Alert): string {
  const path = operatePath({ section: sectionOf(alert) })
  const process = processOf(alert)
  return process === undefined ? path : `${path}#${processId(process)}`
}
