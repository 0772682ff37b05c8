import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import styles from './channel-row.module.css'
import { FollowButton } from './follow-button.tsx'

/** A channel in a list: avatar or picture, name, title, a line about it, and the follow button. */
export function ChannelRow({
  username,
  avatar,
  href,
  picture,
  badges,
  title,
  children,
}: {
  username: string
  avatar: string | undefined
  href: string
  /** Takes the place of the avatar: of what it shows now or showed last. */
  picture?: ReactNode
  /** Over the picture. */
  badges?: ReactNode
  /** Of what it shows now or showed last. */
  title?: string | undefined
  children?: ReactNode
}) {
  const isPhone = useIsPhone()
  // As on the cards of streams, what is on now stands before who shows it.
  const isLive = Boolean(title && badges)
  return (
    <div className={styles.row}>
      {picture ? (
        <div className={styles.picture}>
          <div aria-hidden="true">{picture}</div>
          {badges && <span className={styles.badges}>{badges}</span>}
        </div>
      ) : (
        <Avatar username={username} src={avatar} size={isPhone ? 40 : 44} />
      )}
      <div className={styles.text}>
        {isLive && <p className={styles.leading}>{title}</p>}
        <Link href={href} className={isLive ? styles.channel : styles.name}>
          {username}
        </Link>
        {!isLive && title && <p className={styles.title}>{title}</p>}
        <p className={styles.about}>{children}</p>
      </div>
      <div className={styles.action}>
        <FollowButton channel={username} kind="secondary" isCompact />
      </div>
    </div>
  )
}
