import type { ActiveStream } from '@waggle/contract/endpoints'
import { Suspense } from 'react'
import { lazyExtra } from '../../../lib/browser/lazy-page.tsx'
import { StateBadge, ViewerBadge } from '../../../ui/identity/badge.tsx'
import { StillPicture } from './still-picture.tsx'
import { StreamUptime } from './stream-uptime.tsx'
import styles from './streams.module.css'

// Only for a mouse that rests.
const ThumbnailSequence = lazyExtra(async () => (await import('./thumbnail-sequence.tsx')).ThumbnailSequence)

/** The picture of a card, with its predecessors while `isAnimated`; over it LIVE, the viewers, and how long the stream has been live. */
export function StreamThumbnail({ stream, isAnimated = false }: { stream: ActiveStream; isAnimated?: boolean }) {
  return (
    <div className={styles.thumbnail}>
      <StillPicture stream={stream} />
      {stream.thumbnail && isAnimated && (
        <Suspense>
          <ThumbnailSequence newest={stream.thumbnail} />
        </Suspense>
      )}
      <span className={styles.badges}>
        <StateBadge stream={stream} />
        <ViewerBadge count={stream.viewers} />
        <StreamUptime startTime={stream.startTime} />
      </span>
    </div>
  )
}
