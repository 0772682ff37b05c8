import type { StreamInfo } from '@waggle/contract/endpoints'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { viewersText } from '../../../lib/format/count.ts'
import styles from './channel.module.css'
import { Uptime } from './uptime.tsx'

/** How many watch a live stream, and for how long it has been live. */
export function StreamFigures({
  stream: { isLive, isStopped, viewers, startTime },
  viewersOf = viewersText,
}: {
  stream: StreamInfo
  /** How their number is written. */
  viewersOf?: (count: number) => ReactNode
}) {
  if (!isLive || isStopped) return null
  return (
    <span className={styles.figures} data-figures>
      {viewers > 0 && (
        <span className={styles.figure}>
          <Eye size={16} aria-hidden="true" />
          {viewersOf(viewers)}
        </span>
      )}
      {startTime !== null && <Uptime startTime={startTime} />}
    </span>
  )
}
