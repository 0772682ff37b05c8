import { watchPath } from '@waggle/contract/pages/page-addresses'
import { Children, type ReactNode } from 'react'
import { Link } from 'wouter'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import styles from '../watch/channel/channel-line.module.css'
import { ChannelLine } from '../watch/channel/channel-line.tsx'

/** Title and channel of a replay or a clip below the picture of a narrow window; a press leads to the channel. */
export function RecordedBar({
  username,
  title,
  children,
}: {
  username: string
  title: string
  /** Facts, with a dot before each. */
  children: ReactNode
}) {
  return (
    <ChannelLine
      username={username}
      title={title}
      facts={
        <>
          <Link href={watchPath(username)} className={styles.link}>
            {username}
          </Link>
          {Children.map(children, (fact) => fact && <span className={styles.fact}>{fact}</span>)}
        </>
      }
      action={<FollowButton channel={username} />}
    />
  )
}
