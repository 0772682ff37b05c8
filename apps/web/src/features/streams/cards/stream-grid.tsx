import type { ActiveStream } from '@waggle/contract/endpoints'
import { streamTexts as texts } from '../../../texts/viewer/streams.ts'
import hero from './featured-stream.module.css'
import { StreamCard, type StreamCardOptions } from './stream-card.tsx'
import styles from './streams.module.css'
import { useIncrementalList } from './use-incremental-list.ts'

export function StreamGrid({ streams, ...options }: StreamCardOptions & { streams: readonly ActiveStream[] }) {
  const { shown, hasMore, endRef } = useIncrementalList(streams)
  return (
    <>
      <ul className={styles.grid}>
        {shown.map((stream) => (
          <li key={stream.id}>
            <StreamCard stream={stream} {...options} />
          </li>
        ))}
      </ul>
      {hasMore && <div ref={endRef} />}
    </>
  )
}

/** The outline of the page while it loads, below a sentence that says so. */
export function StreamGridSkeleton({
  text = texts.loadingStreams,
  hasFeatured = false,
}: {
  text?: string
  hasFeatured?: boolean
}) {
  return (
    <div role="status">
      <p className={styles.loading}>{text}</p>
      <div aria-hidden="true">
        {hasFeatured && (
          <>
            <div className={`skeleton ${hero.skeleton}`} />
            <div className={`skeleton ${styles.skeletonHeading}`} />
          </>
        )}
        <div className={styles.grid}>
          {Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
            <div key={index}>
              <div className={`skeleton ${styles.skeletonThumbnail}`} />
              <div className={styles.cardBody}>
                <div className={`skeleton ${styles.skeletonAvatar}`} />
                <div className={styles.cardText}>
                  <div className={`skeleton ${styles.skeletonLine}`} />
                  <div className={`skeleton ${styles.skeletonLine} ${styles.isShort}`} />
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
