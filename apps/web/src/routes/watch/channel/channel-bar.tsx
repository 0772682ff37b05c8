import type { StreamInfo } from '@waggle/contract/endpoints'
import { ChevronDown, MessageSquare } from 'lucide-react'
import { FollowButton } from '../../../features/follow/follow-button.tsx'
import { ownTitle } from '../../../features/streams/own-title.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { StateBadge } from '../../../ui/identity/badge.tsx'
import styles from './channel.module.css'
import { StreamFigures } from './stream-figures.tsx'

/**
 * One line with the channel below the picture of a narrow window. A press anywhere on it opens the channel's details, and then leads
 * back to the chat; the details say who it is, and the line only how it goes.
 */
export function ChannelBar({
  stream,
  isOpen,
  onToggle,
}: {
  stream: StreamInfo
  isOpen: boolean
  onToggle: () => void
}) {
  const site = useSite()
  const { username } = stream
  const title = ownTitle(stream)
  return (
    <div className={styles.bar}>
      <Avatar username={username} src={avatarAddress(site, username)} size={36} />
      <div className={styles.barText}>
        <h1 className={isOpen ? 'visually-hidden' : styles.barTitle}>{title ?? username}</h1>
        <p className={styles.barLine}>
          {(stream.isLive || isOpen) && <StateBadge stream={stream} />}
          {title !== undefined && !isOpen && <span className={styles.barName}>{username}</span>}
          <StreamFigures stream={stream} />
        </p>
      </div>
      {/* The details have it with its name. */}
      {!isOpen && (
        <div className={styles.barFollow}>
          <FollowButton channel={username} isCompact />
        </div>
      )}
      <button
        type="button"
        className={styles.barButton}
        aria-label={texts.openDetails(username)}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {isOpen && <MessageSquare size={20} aria-hidden="true" />}
        <ChevronDown size={20} aria-hidden="true" />
      </button>
    </div>
  )
}
