import type { ActiveStream } from '@waggle/contract/endpoints'
import { streamTexts as texts } from '../../../texts/viewer/streams.ts'
import hero from './featured-stream.module.css'
import skeleton from './skeleton.module.css'
import { StreamCard, type StreamCardOptions } from './stream-card.tsx'
import styles from './streams.module.css'
import { useIncrementalList } from './use-incremental-list.ts'

/** `hasRows`: on a phone the text of a card stands beside a smaller picture, so that more streams are in view. */
export function StreamGrid({
  streams,
  hasRows = false,
  ...options
}: StreamCardOptions & { streams: readonly ActiveStream[]; hasRows?: boolean }) {
  const { shown, hasMore, endRef } = useIncrementalList(streams)
  return (
    <>
      <ul className={`${styles.grid} ${hasRows ? styles.rows : ''}`}>
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

/** The outline of the page while it loads. A sentence says so to screen readers. The options are those of what comes. */
export function StreamGridSkeleton({
  text = texts.loadingStreams,
  hasFeatured = false,
  hasRows = false,
  hasDescription = false,
}: {
  /** Empty where the page says it elsewhere. */
  text?: string
  hasFeatured?: boolean
  hasRows?: boolean
  hasDescription?: boolean
}) {
  return (
    <div role="status">
      <p className="visually-hidden">{text}</p>
      <div aria-hidden="true">
        {hasFeatured && (
          <>
            <div className="hero">
              <div className={`skeleton ${hero.skeleton}`} />
            </div>
            <div className={`skeleton ${skeleton.chips}`} />
            <div className={`skeleton ${skeleton.heading}`} />
          </>
        )}
        <div className={`${styles.grid} ${hasRows ? styles.rows : ''}`}>
          {Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
            <div key={index} className={styles.card}>
              <div className={`skeleton ${styles.skeleton}`} />
              <div className={styles.cardBody}>
                <div className={`skeleton ${skeleton.avatar}`} />
                <div
                  className={`${skeleton.text} ${hasDescription ? skeleton.hasDescription : ''} ${hasRows ? skeleton.isBeside : ''}`}
                >
                  <div className={`skeleton ${skeleton.line}`} />
                  <div className={`skeleton ${skeleton.line} ${skeleton.isShort}`} />
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
