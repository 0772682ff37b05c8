import type { ActiveStream } from '@waggle/contract/endpoints'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { watchPath } from '../../../paths.ts'
import { categoryText } from '../../../texts/contract/choices.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { StreamThumbnail } from './stream-thumbnail.tsx'
import styles from './streams.module.css'
import { usePointedAt } from './use-pointed-at.ts'

export interface StreamCardOptions {
  /** Where the card leads; to the watch page unless told. */
  hrefOf?: (username: string) => string
  hasDescription?: boolean
  /** What a stream without a category has in its place. */
  defaultCategory?: string
  /** Stands above the card's link. Like `hrefOf` it should stay the same function, or all cards are drawn at each refresh. */
  actionOf?: (username: string) => ReactNode
}

/** The whole card leads to the stream, by the link of its title. */
export const StreamCard = memo(function StreamCard({
  stream,
  hrefOf = watchPath,
  hasDescription = false,
  defaultCategory,
  actionOf,
}: StreamCardOptions & { stream: ActiveStream }) {
  const { isPointedAt, ...pointing } = usePointedAt()
  const category = stream.category || defaultCategory
  return (
    <article className={styles.card} {...pointing}>
      <StreamThumbnail stream={stream} isMoving={isPointedAt} />
      <div className={styles.cardBody}>
        <Avatar username={stream.username} src={stream.avatar} size={40} />
        <div className={styles.cardText}>
          <h3 className={styles.cardTitle}>
            <Link href={hrefOf(stream.username)} className={styles.cardLink}>
              {stream.title}
            </Link>
          </h3>
          <p className={styles.cardUser}>{stream.username}</p>
          {category && <p className={styles.cardCategory}>{categoryText(category)}</p>}
          {hasDescription && stream.description && <p className={styles.cardDescription}>{stream.description}</p>}
        </div>
        {actionOf && <div className={styles.cardAction}>{actionOf(stream.username)}</div>}
      </div>
    </article>
  )
})
