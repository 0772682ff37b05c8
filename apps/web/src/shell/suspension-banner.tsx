import { decisionsPath } from '@waggle/contract/pages/page-addresses'
import { Link, useLocation } from 'wouter'
import { formatDateTime } from '../lib/format/format.ts'
import { useOwnRestriction } from '../session/own-decisions/use-own-restriction.ts'
import { restrictionSentence, restrictionTexts as texts } from '../texts/operating/restriction.ts'
import { suspensionTexts } from '../texts/operating/suspension.ts'
import styles from './site-banner.module.css'

/** Tells somebody whose account is suspended, from the login on, why and how to appeal (rule OPERATE-15). */
export function SuspensionBanner() {
  const restriction = useOwnRestriction('account')
  const [location] = useLocation()
  // The page that it leads to says more.
  if (!restriction || decisionsPath.startsWith(`${location}#`)) return null
  const { scope, reason, until } = restriction
  return (
    <aside className={`${styles.banner} ${styles.suspension}`} aria-label={texts.label}>
      <p className={styles.text}>
        {restrictionSentence(scope, suspensionTexts.reasons[reason], until === null ? null : formatDateTime(until))}{' '}
        <Link href={decisionsPath}>{texts.appeal}</Link>
      </p>
    </aside>
  )
}
