import type { StreamInfo } from '@waggle/contract/endpoints'
import { FollowButton } from '../../../features/follow/follow-button.tsx'
import { ownTitle } from '../../../features/streams/own-title.ts'
import { abbreviateCount, viewersText } from '../../../lib/format/count.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { StateBadge } from '../../../ui/identity/badge.tsx'
import { PartSwitch } from '../../../ui/surfaces/part-switch.tsx'
import { StreamActions } from './channel-actions.tsx'
import styles from './channel-line.module.css'
import { ChannelLine } from './channel-line.tsx'
import { ChannelMore } from './channel-more.tsx'
import { StreamFigures } from './stream-figures.tsx'

export const channelParts = [
  { key: 'chat', label: texts.chat },
  { key: 'about', label: texts.about },
] as const

/** The broadcast in a line below the picture of a narrow window, and the switch between its chat and its details, which have the whole title. */
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
  const { username } = stream
  // The details below begin with it.
  const title = isOpen ? undefined : ownTitle(stream)
  return (
    <>
      <ChannelLine
        username={username}
        title={title ?? username}
        facts={
          <>
            {(stream.isLive || isOpen) && <StateBadge stream={stream} />}
            {title !== undefined && <span className={styles.name}>{username}</span>}
            <StreamFigures stream={stream} viewersOf={shortViewers} />
          </>
        }
        cover={
          // A finger expects an answer here; for everybody else there is the switch.
          <button
            type="button"
            className={styles.cover}
            tabIndex={-1}
            aria-hidden="true"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onOpen(!isOpen)}
          />
        }
        action={<FollowButton channel={username} />}
      />
      <PartSwitch
        parts={channelParts}
        selected={isOpen ? 'about' : 'chat'}
        onSelect={(key) => onOpen(key === 'about')}
        isAlone={isOpen}
      >
        {isOpen && (
          <div className={styles.icons}>
            <StreamActions stream={stream} />
            <ChannelMore stream={stream} />
          </div>
        )}
      </PartSwitch>
    </>
  )
}

/** There is no room for the word; the sign before it says what is counted. */
function shortViewers(count: number) {
  return (
    <>
      <span aria-hidden="true">{abbreviateCount(count)}</span>
      <span className="visually-hidden">{viewersText(count)}</span>
    </>
  )
}
