import { Children, type ReactNode } from 'react'
import { Link } from 'wouter'
import { clockText } from '../../lib/format/clock-text.ts'
import { StreamPlaceholder } from '../identity/stream-placeholder.tsx'
import styles from './recorded.module.css'
import { useRecordedPicture } from './recorded-picture.tsx'

/** A replay, a clip or a channel's last broadcast. The whole card opens its page. */
export function RecordedCard({
  href,
  title,
  username,
  picturePath,
  art,
  lengthMs,
  avatar,
  by,
  isCurrent = false,
  children,
}: {
  href: string
  title: string
  /** The channel. */
  username: string
  picturePath: string | null
  /** In the place of a picture where there is none, instead of a placeholder. */
  art?: ReactNode
  /** Absent where the card opens no recording. */
  lengthMs?: number
  /** Of the channel, where the page is not about it already. */
  avatar?: ReactNode
  /** Whose it is: the first of the facts, in a list of rows on a line of its own. */
  by?: string
  /** It is what the page shows. */
  isCurrent?: boolean
  /** The line below the title: facts with a dot between two. */
  children: ReactNode
}) {
  const picture = useRecordedPicture(picturePath)
  return (
    <article className={styles.card}>
      <div className={styles.picture} aria-hidden="true">
        {(picture === null && art) || <StreamPlaceholder username={username} />}
        {picture}
        {lengthMs !== undefined && <span className={styles.length}>{clockText(lengthMs)}</span>}
      </div>
      <div className={styles.text}>
        {avatar}
        <div className={styles.lines}>
          <h3 className={styles.title}>
            <Link href={href} className={styles.link} aria-current={isCurrent ? 'page' : undefined}>
              {title}
            </Link>
          </h3>
          <p className={styles.note}>
            {by !== undefined && <span className={styles.by}>{by}</span>}
            {Children.toArray(children).map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order
              <span key={index} className={styles.fact}>
                {(index > 0 || by !== undefined) && <span className={styles.dot}> · </span>}
                {fact}
              </span>
            ))}
          </p>
        </div>
      </div>
    </article>
  )
}
