import type { StreamInfo } from '@waggle/contract/endpoints'
import { ChevronUp } from 'lucide-react'
import { ownTitle } from '../../../features/streams/own-title.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import styles from './channel.module.css'
import { StreamFigures } from './stream-figures.tsx'

/** One line with the channel below the picture of a narrow window. A press anywhere on it opens or closes the channel's details. */
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
        <h1 className={styles.barTitle}>{title ?? username}</h1>
        <p className={styles.barLine}>
          {title !== undefined && <span className={styles.barName}>{username}</span>}
          <StreamFigures stream={stream} />
        </p>
      </div>
      <button
        type="button"
        className={styles.barButton}
        aria-label={texts.openDetails(username)}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <ChevronUp size={20} aria-hidden="true" />
      </button>
    </div>
  )
}
