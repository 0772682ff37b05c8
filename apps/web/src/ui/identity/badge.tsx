import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { abbreviateCount, viewersText } from '../../lib/format/count.ts'
import { siteTexts } from '../../texts/site.ts'
import styles from './badge.module.css'

export function LiveBadge() {
  return (
    <span className={`${styles.badge} ${styles.live}`} data-state="live">
      {siteTexts.live}
    </span>
  )
}

/** How many watch, over a picture. */
export function ViewerBadge({ count }: { count: number }) {
  return (
    <span className={`${styles.badge} ${styles.viewers}`}>
      <Eye size={14} aria-hidden="true" />
      <span aria-hidden="true">{abbreviateCount(count)}</span>
      <span className="visually-hidden">{viewersText(count)}</span>
    </span>
  )
}

export function OfflineBadge() {
  return <span className={`${styles.badge} ${styles.offline}`}>{siteTexts.offline}</span>
}

/** What a channel does: a stream that was stopped or interrupted may go on within a minute (rule PLAYER-14). */
export function StateBadge({
  stream: { isLive, isStopped, isReconnecting },
}: {
  stream: { isLive: boolean; isStopped: boolean; isReconnecting?: boolean }
}) {
  if (!isLive) return <OfflineBadge />
  if (!isStopped && !isReconnecting) return <LiveBadge />
  return (
    <span className={`${styles.badge} ${styles.offline}`}>
      {isStopped ? siteTexts.stopped : siteTexts.reconnecting}
    </span>
  )
}

/** Labels sample data (rule SAMPLE-1). */
export function SampleBadge({ children }: { children: ReactNode }) {
  return <span className={`${styles.badge} ${styles.sample}`}>{children}</span>
}

export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>
}
