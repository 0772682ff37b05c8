import type { Clip } from '@waggle/contract/clips/endpoints'
import { clipPath } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { clockText } from '../../lib/format/clock-text.ts'
import { abbreviateCount } from '../../lib/format/count.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { atServer } from '../../lib/server-addresses.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay.ts'
import { StreamPlaceholder } from '../../ui/identity/stream-placeholder.tsx'
import styles from './clips.module.css'

/** A clip. The whole card opens its page. */
export function ClipCard({ clip }: { clip: Clip }) {
  const { clipId, username, maker, title, createdAt, startsAt, endsAt, picturePath, views } = clip
  return (
    <article className={styles.card}>
      <div className={styles.picture} aria-hidden="true">
        <StreamPlaceholder username={username} />
        <img
          src={atServer(picturePath)}
          alt=""
          loading="lazy"
          // The placeholder is below it.
          onError={({ currentTarget }) => currentTarget.remove()}
        />
        <span className={styles.length}>{clockText(endsAt - startsAt)}</span>
      </div>
      <h3 className={styles.title}>
        <Link href={clipPath(clipId)} className={styles.link}>
          {title}
        </Link>
      </h3>
      <p className={styles.note}>
        {texts.madeBy} {maker} · <time dateTime={new Date(createdAt).toISOString()}>{formatDateTime(createdAt)}</time>
        {views > 0 && ` · ${replayTexts.views(abbreviateCount(views))}`}
      </p>
    </article>
  )
}
