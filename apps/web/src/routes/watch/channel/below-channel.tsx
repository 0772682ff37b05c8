import type { StreamInfo } from '@waggle/contract/endpoints'
import type { ReactNode } from 'react'
import { ChannelPanels } from '../../../features/channel-panels/channel-panels.tsx'
import { ChannelClips } from '../../../features/clips/channel-clips.tsx'
import { PastBroadcasts } from '../../../features/replays/past-broadcasts.tsx'
import { ComingBroadcasts } from '../../../features/schedule/coming-broadcasts.tsx'
import { OtherChannels } from './other-channels.tsx'

/**
 * What comes after the stream and its description: what the channel has planned while it is offline, its panels, past broadcasts and
 * clips, and who else is live.
 */
export function BelowChannel({
  stream: { username, nextBroadcast, suspension },
  about,
}: {
  stream: StreamInfo
  /** The description, where it comes only after the past broadcasts. */
  about: ReactNode
}) {
  return (
    <ComingBroadcasts username={username} nextBroadcast={suspension ? null : nextBroadcast}>
      {about && <PastBroadcasts username={username} />}
      {about}
      <ChannelPanels username={username} />
      {!about && <PastBroadcasts username={username} />}
      <ChannelClips username={username} />
      <OtherChannels username={username} />
    </ComingBroadcasts>
  )
}
