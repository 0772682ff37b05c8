import type { StreamInfo } from '@waggle/contract/endpoints'
import { FollowButton } from '../../../features/follow/follow-button.tsx'
import { ownTitle } from '../../../features/streams/own-title.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { StateBadge } from '../../../ui/identity/badge.tsx'
import styles from './channel.module.css'
import { PartSwitch } from './part-switch.tsx'
import { StreamFigures } from './stream-figures.tsx'

/**
 * One line with the channel below the picture of a narrow window, and the switch between its chat and its details, which do not repeat it.
 */
export function ChannelBar({
  stream,
  isOpen,
  onOpen,
}: {
  stream: StreamInfo
  /** Whether the details are in view, and not the chat. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}) {
  const site = useSite()
  const { username } = stream
  const title = ownTitle(stream)
  return (
    <>
      <div className={styles.bar}>
        <Avatar username={username} src={avatarAddress(site, username)} size={36} />
        <div className={styles.barText}>
          <h1 className={styles.barTitle}>{title ?? username}</h1>
          <p className={styles.barLine}>
            {(stream.isLive || isOpen) && <StateBadge stream={stream} />}
            {title !== undefined && <span className={styles.barName}>{username}</span>}
            <StreamFigures stream={stream} />
          </p>
        </div>
        {/* A finger expects an answer here; for everybody else there is the switch. */}
        <button
          type="button"
          className={styles.barButton}
          tabIndex={-1}
          aria-hidden="true"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(!isOpen)}
        />
        <div className={styles.barFollow}>
          <FollowButton channel={username} />
        </div>
      </div>
      <PartSwitch isAbout={isOpen} onAbout={onOpen} />
    </>
  )
}
