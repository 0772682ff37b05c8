import type { ActiveStream } from '@waggle/contract/endpoints'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { watchPath } from '../../paths.ts'
import { categoryText } from '../../texts/choices.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { StreamThumbnail } from './stream-thumbnail.tsx'
import styles from './streams.module.css'

/** The whole card leads to the stream, by the link of its title; `action` stands above that. */
export function StreamCard({
  stream,
  href = watchPath(stream.username),
  hasDescription = false,
  action,
}: {
  stream: ActiveStream
  href?: string
  hasDescription?: boolean
  action?: ReactNode
}) {
  return (
    <article className={styles.card}>
      <StreamThumbnail stream={stream} />
      <div className={styles.cardBody}>
        <Avatar username={stream.username} src={stream.avatar} size={40} />
        <div className={styles.cardText}>
          <h3 className={styles.cardTitle}>
            <Link href={href} className={styles.cardLink}>
              {stream.title}
            </Link>
          </h3>
          <p className={styles.cardUser}>{stream.username}</p>
          {stream.category && <p className={styles.cardCategory}>{categoryText(stream.category)}</p>}
          {hasDescription && stream.description && <p className={styles.cardDescription}>{stream.description}</p>}
        </div>
        {action && <div className={styles.cardAction}>{action}</div>}
      </div>
    </article>
  )
}
