import { watchPath } from '@waggle/contract/pages/page-addresses'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import styles from './recorded-header.module.css'

/** Title, channel and facts of a replay or a clip, and what one may do with it. */
export function RecordedHeader({
  username,
  title,
  facts,
  isBelowBar,
  source,
  children,
}: {
  username: string
  title: string
  /** Each an element, with a dot between two. */
  facts: ReactNode
  /** The bar above has the channel, and the beginning of the title. */
  isBelowBar: boolean
  /** What it is a part of, below the title where the bar has the channel. */
  source?: ReactNode
  children: ReactNode
}) {
  const site = useSite()
  if (isBelowBar) {
    return (
      <div className={styles.header} data-below-bar>
        <div className={styles.who}>
          <h2 className={styles.title}>{title}</h2>
          {source}
          <p className={styles.facts}>{facts}</p>
        </div>
        {children}
      </div>
    )
  }
  return (
    <div className={styles.header}>
      <Link href={watchPath(username)} tabIndex={-1} aria-hidden="true">
        <Avatar username={username} src={avatarAddress(site, username)} size={52} />
      </Link>
      <div className={styles.who}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.nameLine}>
          <Link href={watchPath(username)} className={styles.name}>
            {username}
          </Link>
          <span className={styles.facts}>{facts}</span>
        </p>
      </div>
      {children}
    </div>
  )
}
