import { ChannelPanels } from '../../../features/channel-panels/channel-panels.tsx'
import { ChannelClips } from '../../../features/clips/channel-clips.tsx'
import { PastBroadcasts } from '../../../features/replays/past-broadcasts.tsx'
import { OtherChannels } from './other-channels.tsx'

/** What comes after the stream and its description: the channel's panels, past broadcasts and clips, and who else is live. */
export function BelowChannel({ username }: { username: string }) {
  return (
    <>
      <ChannelPanels username={username} />
      <PastBroadcasts username={username} />
      <ChannelClips username={username} />
      <OtherChannels username={username} />
    </>
  )
}
