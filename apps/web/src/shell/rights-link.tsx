import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { ShieldCheck } from 'lucide-react'
import { Link } from 'wouter'
import { formatTime } from '../lib/format/format.ts'
import { useRightsUntil } from '../session/operating-rights.ts'
import { rightsTexts } from '../texts/operating/rights.ts'
import styles from './top-bar.module.css'

/** Shows somebody who runs the site that their rights last, on every page. */
export function RightsLink({ user }: { user: string }) {
  const untilMs = useRightsUntil(user)
  if (untilMs === 0) return null
  const label = rightsTexts.rightsUntil(formatTime(untilMs))
  return (
    <Link href={pagePaths.operate} className={styles.rights} aria-label={label} data-tooltip={label}>
      <ShieldCheck size={20} aria-hidden="true" />
    </Link>
  )
}
