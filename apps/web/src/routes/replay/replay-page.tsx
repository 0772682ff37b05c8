import type { Answer } from '@waggle/contract/endpoints'
import { useState } from 'react'
import { ChannelClips } from '../../features/clips/channel-clips.tsx'
import { useTheatre } from '../../features/player/media/theatre.ts'
import { ReplayPlayer } from '../../features/player/replay-player.tsx'
import { PastBroadcasts } from '../../features/replays/past-broadcasts.tsx'
import { atServer } from '../../lib/server-addresses.ts'
import styles from './replay.module.css'
import { ReplayChat } from './replay-chat.tsx'
import { ReplayHeader } from './replay-header.tsx'

/** The picture, what it is of, the chat on its clock, and the other broadcasts of the channel. */
export function ReplayPage({
  replay,
  startSeconds,
}: {
  replay: Answer<'getReplay'>
  startSeconds: number | undefined
}) {
  const theatre = useTheatre()
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const { streamId, username, playlistPath } = replay
  return (
    <div className={styles.page}>
      <div className={styles.stage}>
        <div className={styles.player}>
          <ReplayPlayer
            streamId={streamId}
            username={username}
            playlist={atServer(playlistPath)}
            startSeconds={startSeconds}
            theatre={theatre}
            onVideo={setVideo}
          />
        </div>
      </div>
      <div className={styles.about}>
        <ReplayHeader replay={replay} video={video} />
      </div>
      <div className={styles.chat}>
        <ReplayChat channel={username} />
      </div>
      <div className={styles.others}>
        <PastBroadcasts username={username} without={streamId} />
        <ChannelClips username={username} />
      </div>
    </div>
  )
}
