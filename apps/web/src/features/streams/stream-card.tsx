import type { ActiveStream } from '@waggle/contract/endpoints'
import { Link } from 'wouter'
import { watchPath } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { StreamThumbnail } from './stream-thumbnail.tsx'
import styles from './streams.module.css'

export function StreamCard({ stream }: { stream: ActiveStream }) {
  return (
    <Link href={watchPath(stream.username)} className={styles.card}>
      <StreamThumbnail stream={stream} />
      <div className={styles.cardBody}>
        <Avatar username={stream.username} src={stream.avatar} size={40} />
        <div className={styles.cardText}>
          <h3 className={styles.cardTitle}>{stream.title}</h3>
          <p className={styles.cardUser}>{stream.username}</p>
          {stream.category && <p className={styles.cardCategory}>{stream.category}</p>}
        </div>
      </div>
    </Link>
  )
}
