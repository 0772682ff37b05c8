import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { clockText } from '../../lib/format/clock-text.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import styles from './recorded.module.css'
import { RecordedPicture } from './recorded-picture.tsx'

/** A replay or a clip. The whole card opens its page. */
export function RecordedCard({
  href,
  title,
  username,
  picturePath,
  lengthMs,
  children,
}: {
  href: string
  title: string
  /** The channel. */
  username: string
  picturePath: string | null
  lengthMs: number
  /** The line below the title. */
  children: ReactNode
}) {
  return (
    <article className={styles.card}>
      <div className={styles.picture} aria-hidden="true">
        <RecordedPicture username={username} path={picturePath} />
        <span className={styles.length}>{clockText(lengthMs)}</span>
      </div>
      <h3 className={styles.title}>
        <Link href={href} className={styles.link}>
          {title}
        </Link>
      </h3>
      <p className={styles.note}>{children}</p>
    </article>
  )
}

/** When something was recorded, milliseconds since 1970. */
export function RecordedTime({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
}
