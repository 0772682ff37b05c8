import type { ActiveStream } from '@waggle/contract/endpoints'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { abbreviateCount, viewersText } from '../../lib/count.ts'
import { LiveBadge } from '../../ui/badge.tsx'
import { StreamPlaceholder } from '../../ui/stream-placeholder.tsx'
import styles from './streams.module.css'

export function StreamThumbnail({ stream }: { stream: ActiveStream }) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const { thumbnail, username, viewers } = stream
  return (
    <div className={styles.thumbnail}>
      {thumbnail && thumbnail !== failedSrc ? (
        <img src={thumbnail} alt="" loading="lazy" decoding="async" onError={() => setFailedSrc(thumbnail)} />
      ) : (
        <StreamPlaceholder username={username} />
      )}
      <span className={styles.badge}>
        <LiveBadge />
      </span>
      <span className={styles.viewers}>
        <Eye size={14} aria-hidden="true" />
        <span aria-hidden="true">{abbreviateCount(viewers)}</span>
        <span className="visually-hidden">{viewersText(viewers)}</span>
      </span>
    </div>
  )
}
