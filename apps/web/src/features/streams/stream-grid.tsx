import type { ActiveStream } from '@waggle/contract/endpoints'
import type { ReactNode } from 'react'
import { streamTexts as texts } from '../../texts/streams.ts'
import { StreamCard } from './stream-card.tsx'
import styles from './streams.module.css'

export function StreamGrid({
  streams,
  hrefOf,
  hasDescriptions = false,
  actionOf,
}: {
  streams: readonly ActiveStream[]
  hrefOf?: (username: string) => string
  hasDescriptions?: boolean
  actionOf?: (stream: ActiveStream) => ReactNode
}) {
  return (
    <ul className={styles.grid}>
      {streams.map((stream) => (
        <li key={stream.id}>
          <StreamCard
            stream={stream}
            hasDescription={hasDescriptions}
            action={actionOf?.(stream)}
            {...(hrefOf && { href: hrefOf(stream.username) })}
          />
        </li>
      ))}
    </ul>
  )
}

/** The shape of the page while it loads: the sentence is for those who do not see it. */
export function StreamGridSkeleton({ hasFeatured = false }: { hasFeatured?: boolean }) {
  return (
    <div role="status">
      <p className="visually-hidden">{texts.loadingStreams}</p>
      <div aria-hidden="true">
        {hasFeatured && (
          <>
            <div className={`${styles.skeleton} ${styles.skeletonFeatured}`} />
            <div className={`${styles.skeleton} ${styles.skeletonHeading}`} />
          </>
        )}
        <div className={styles.grid}>
          {Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
            <div key={index}>
              <div className={`${styles.skeleton} ${styles.skeletonThumbnail}`} />
              <div className={styles.cardBody}>
                <div className={`${styles.skeleton} ${styles.skeletonAvatar}`} />
                <div className={styles.cardText}>
                  <div className={`${styles.skeleton} ${styles.skeletonLine}`} />
                  <div className={`${styles.skeleton} ${styles.skeletonLine} ${styles.isShort}`} />
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
