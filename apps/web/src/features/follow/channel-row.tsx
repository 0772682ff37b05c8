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
  title,
  children,
}: {
  username: string
  avatar: string | undefined
  href: string
  /** Takes the place of the avatar: of what it showed last. */
  picture?: ReactNode
  /** Of what it showed last. */
  title?: string | undefined
  children?: ReactNode
}) {
  const isPhone = useIsPhone()
  return (
    <div className={styles.row}>
      {picture ? (
        <div className={styles.picture} aria-hidden="true">
          {picture}
        </div>
      ) : (
        <Avatar username={username} src={avatar} size={isPhone ? 40 : 44} />
      )}
      <div className={styles.text}>
        <Link href={href} className={styles.name}>
          {username}
        </Link>
        {title && <p className={styles.title}>{title}</p>}
        <p className={styles.about}>{children}</p>
      </div>
      <div className={styles.action}>
        <FollowButton channel={username} kind="secondary" isCompact />
      </div>
    </div>
  )
}
