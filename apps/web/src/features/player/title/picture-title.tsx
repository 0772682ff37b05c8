import { defaultTitle } from '@waggle/contract/channels/defaults'
import { Eye } from 'lucide-react'
import { abbreviateCount, viewersText } from '../../../lib/format/count.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { LiveBadge } from '../../../ui/identity/badge.tsx'
import styles from './picture-title.module.css'

/** What is shown and by whom, over a picture that leaves no room beside it. It comes and goes with the controls (rule PLAYER-23). */
export function PictureTitle({
  username,
  title,
  viewers,
  isLive,
}: {
  username: string
  title: string | undefined
  viewers: number
  isLive: boolean
}) {
  return (
    <div className={styles.title} data-testid="picture-title">
      <PictureHead {...{ username, title, viewers, isLive }} />
    </div>
  )
}

/** The words of it. They are the page's heading where the player is all of the page. */
export function PictureHead({
  username,
  title,
  viewers = 0,
  isHeading = false,
  isLive = false,
}: {
  username: string
  title: string | undefined
  viewers?: number
  isHeading?: boolean
  isLive?: boolean
}) {
  const site = useSite()
  const hasTitle = Boolean(title) && title !== defaultTitle(username)
  const Name = isHeading ? 'h1' : 'p'
  return (
    <>
      <Avatar username={username} src={avatarAddress(site, username)} size={40} />
      <div className={styles.texts}>
        <Name className={styles.name}>{hasTitle ? title : username}</Name>
        <p className={styles.line}>
          {hasTitle && <span className={styles.channel}>{username}</span>}
          {isLive && <LiveBadge />}
          {viewers > 0 && (
            <span className={styles.viewers}>
              <Eye size={16} aria-hidden="true" />
              <span className={styles.inWords}>{viewersText(viewers)}</span>
              <span className={styles.number} aria-hidden="true">
                {abbreviateCount(viewers)}
              </span>
            </span>
          )}
        </p>
      </div>
    </>
  )
}
