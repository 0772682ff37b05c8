import { replayPath } from '@waggle/contract/pages/page-addresses'
import type { Replay } from '@waggle/contract/replays/endpoints'
import { Link } from 'wouter'
import { clockText } from '../../lib/format/clock-text.ts'
import { abbreviateCount } from '../../lib/format/count.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { replayTexts as texts } from '../../texts/viewer/replay.ts'
import { ReplayPicture } from '../../ui/identity/replay-picture.tsx'
import styles from './replays.module.css'

/** A recorded broadcast. The whole card opens its page. */
export function ReplayCard({ replay, hasChannel = false }: { replay: Replay; hasChannel?: boolean }) {
  const { streamId, username, title, startedAt, durationSeconds, views, picturePath } = replay
  return (
    <article className={styles.card}>
      <div className={styles.picture} aria-hidden="true">
        <ReplayPicture username={username} path={picturePath} />
        <span className={styles.length}>{clockText(durationSeconds * 1000)}</span>
      </div>
      <h3 className={styles.title}>
        <Link href={replayPath(streamId)} className={styles.link}>
          {title || texts.untitled(username)}
        </Link>
      </h3>
      <p className={styles.note}>
        {hasChannel && `${username} · `}
        <time dateTime={new Date(startedAt).toISOString()}>{formatDateTime(startedAt)}</time>
        {views > 0 && ` · ${texts.views(abbreviateCount(views))}`}
      </p>
    </article>
  )
}
