import type { ReactNode } from 'react'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import styles from './channel-line.module.css'

/** One line with a channel below the picture of a narrow window. What leads from it covers it (`styles.cover`). */
export function ChannelLine({
  username,
  title,
  facts,
  cover,
  action,
}: {
  username: string
  title: string
  /** Below the title. */
  facts: ReactNode
  cover?: ReactNode
  action: ReactNode
}) {
  const site = useSite()
  return (
    <div className={styles.bar}>
      <Avatar username={username} src={avatarAddress(site, username)} size={36} />
      <div className={styles.text}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.facts}>{facts}</p>
      </div>
      {cover}
      <div className={styles.action}>{action}</div>
    </div>
  )
}
