import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Avatar } from '../../ui/identity/avatar.tsx'
import styles from './channel-row.module.css'
import { FollowButton } from './follow-button.tsx'

/** A channel in a list: avatar, name, a line about it, and the follow button. */
export function ChannelRow({
  username,
  avatar,
  href,
  children,
}: {
  username: string
  avatar: string | undefined
  href: string
  children?: ReactNode
}) {
  return (
    <div className={styles.row}>
      <Avatar username={username} src={avatar} size={44} />
      <div className={styles.text}>
        <Link href={href} className={styles.name}>
          {username}
        </Link>
        <p className={styles.about}>{children}</p>
      </div>
      <div className={styles.action}>
        <FollowButton channel={username} isCompact />
      </div>
    </div>
  )
}
