import { useIsFetching } from '@tanstack/react-query'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { Clapperboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ChannelPanels } from '../../../features/channel-panels/channel-panels.tsx'
import { ChannelClips } from '../../../features/clips/channel-clips.tsx'
import { PastBroadcasts } from '../../../features/replays/past-broadcasts.tsx'
import { ComingBroadcasts } from '../../../features/schedule/coming-broadcasts.tsx'
import { useSameInList } from '../../../features/streams/use-same-in-list.ts'
import { followingTexts } from '../../../texts/viewer/following.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { buttonClass } from '../../../ui/forms/button.tsx'
import { Notice } from '../../../ui/surfaces/notice.tsx'
import styles from './channel.module.css'
import { OtherChannels } from './other-channels.tsx'

/**
 * What comes after the stream and its description: what the channel has planned while it is offline, its panels, past broadcasts and
 * clips, and who else is live. While it is offline, what one can watch comes before the panels.
 */
export function BelowChannel({
  stream,
  areBroadcastsFirst,
  children,
}: {
  stream: StreamInfo
  /** The past broadcasts come before everything else that is known of the channel. */
  areBroadcastsFirst: boolean
  /** The description, where it comes only after them. */
  children: ReactNode
}) {
  const { username, isLive, nextBroadcast, suspension } = stream
  useSameInList(stream)
  // Not before it is known.
  const isLoading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0
  return (
    <ComingBroadcasts username={username} nextBroadcast={suspension ? null : nextBroadcast}>
      {areBroadcastsFirst && <PastBroadcasts username={username} />}
      {children}
      {isLive && <ChannelPanels username={username} />}
      <div className={styles.recorded}>
        {!areBroadcastsFirst && <PastBroadcasts username={username} />}
        <ChannelClips username={username} />
      </div>
      {!isLive && <ChannelPanels username={username} />}
      <OtherChannels username={username} isLive={isLive} />
      {!isLive && !isLoading && (
        <div className={styles.nothing}>
          <Notice
            title={texts.nothingYet}
            level={2}
            icon={<Clapperboard size={28} />}
            action={
              <Link href={pagePaths.directory} className={buttonClass()}>
                {followingTexts.browseDirectory}
              </Link>
            }
          >
            {texts.willBeHere(username)}
          </Notice>
        </div>
      )}
    </ComingBroadcasts>
  )
}
