import type { ActiveStream } from '@waggle/contract/endpoints'
import { directoryPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { categoryOf, categoryText } from '../../../texts/contract/choices.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { StreamTags } from './stream-tags.tsx'
import { StreamThumbnail } from './stream-thumbnail.tsx'
import styles from './streams.module.css'
import { useMouseRest } from './use-mouse-rest.ts'

export interface StreamCardOptions {
  /** The card's link; the watch page by default. A sample stream has none. */
  hrefOf?: (username: string) => string | undefined
  hasDescription?: boolean
  /** A control beside the text. Like `hrefOf` it should be a stable function, or every refresh renders all cards again. */
  actionOf?: (username: string) => ReactNode
  /** The card's menu, which shows its button while the mouse is over the card. As `actionOf`. */
  menuOf?: (stream: ActiveStream) => ReactNode
}

/** A card whose whole area opens the stream: the link of its title is stretched over it. */
export const StreamCard = memo(function StreamCard({
  stream,
  hrefOf = watchPath,
  hasDescription = false,
  actionOf,
  menuOf,
}: StreamCardOptions & { stream: ActiveStream }) {
  const { isMouseResting, ...mouseEvents } = useMouseRest()
  const category = categoryOf(stream)
  const href = hrefOf(stream.username)
  return (
    <article className={styles.card} {...mouseEvents}>
      <StreamThumbnail stream={stream} isAnimated={isMouseResting} />
      <div className={styles.cardBody}>
        <Avatar username={stream.username} src={stream.avatar} />
        <div className={styles.cardText}>
          <h3 className={styles.cardTitle}>
            {href === undefined ? (
              stream.title
            ) : (
              <Link href={href} className={styles.cardLink}>
                {stream.title}
              </Link>
            )}
          </h3>
          <p className={styles.cardFacts}>
            {stream.username}
            {' · '}
            {href === undefined ? (
              categoryText(category)
            ) : (
              <Link href={directoryPath({ category })} className={styles.categoryLink}>
                {categoryText(category)}
              </Link>
            )}
          </p>
          {hasDescription && stream.description && <p className={styles.cardDescription}>{stream.description}</p>}
          {href !== undefined && <StreamTags stream={stream} />}
        </div>
        {(actionOf || menuOf) && (
          <div className={styles.cardActions}>
            {actionOf?.(stream.username)}
            {menuOf && <div className={styles.cardMenu}>{menuOf(stream)}</div>}
          </div>
        )}
      </div>
    </article>
  )
})
