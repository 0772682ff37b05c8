import type { ReactNode } from 'react'
import { siteTexts } from '../../texts/site.ts'
import styles from './badge.module.css'

export function LiveBadge() {
  return <span className={`${styles.badge} ${styles.live}`}>{siteTexts.live}</span>
}

export function OfflineBadge() {
  return <span className={`${styles.badge} ${styles.offline}`}>{siteTexts.offline}</span>
}

/** Labels sample data (rule SAMPLE-1). */
export function SampleBadge({ children }: { children: ReactNode }) {
  return <span className={`${styles.badge} ${styles.sample}`}>{children}</span>
}

export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>
}
