import { defaultTitle } from '@waggle/contract/channels/defaults'
import { useFollowedReplays } from '../../features/replays/use-replays.ts'
import { useRecentChannels } from '../../features/streams/use-recent-channels.ts'

interface LastBroadcast {
  /** Undefined where the streamer has given it none. */
  title: string | undefined
  picturePath: string | null
}

/** What is known of the last broadcast of a channel that the user follows, from the lists that the site has of the latest ones. */
export function useLastBroadcasts(user: string): (username: string) => LastBroadcast | undefined {
  const { channels } = useRecentChannels()
  const replays = useFollowedReplays(user)
  return (username) => {
    const isOfChannel = (entry: { username: string }) => entry.username === username
    const last = channels.find(isOfChannel) ?? replays.find(isOfChannel)
    if (!last) return undefined
    const { title, picturePath } = last
    return { title: title === defaultTitle(username) ? undefined : title, picturePath }
  }
}
