import type { Answer } from '@waggle/contract/endpoints'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import { SkipForward } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { ChannelClips } from '../../features/clips/channel-clips.tsx'
import { useTheatre } from '../../features/player/media/theatre.ts'
import { ReplayPlayer } from '../../features/player/replay-player.tsx'
import { PastBroadcasts } from '../../features/replays/past-broadcasts.tsx'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { atServer } from '../../lib/server-addresses.ts'
import { useSession } from '../../session/session.tsx'
import { replayTexts as texts } from '../../texts/viewer/replay.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import styles from './replay.module.css'
import { ReplayChat } from './replay-chat.tsx'
import { ReplayHeader } from './replay-header.tsx'

// For the channel alone.
const CutPanel = lazyComponent(async () => (await import('../../features/recordings/cut-panel.tsx')).CutPanel)

/** The picture, what it is of, the chat on its clock, and the other broadcasts of the channel. */
export function ReplayPage({
  replay,
  startSeconds,
}: {
  replay: Answer<'getReplay'>
  startSeconds: number | undefined
}) {
  const theatre = useTheatre()
  const { user } = useSession()
  /** Counts what was cut out since the page was opened: the player begins again. */
  const [cuts, setCuts] = useState(0)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const { streamId, username, playlistPath, next } = replay
  return (
    <div className={styles.page}>
      <div className={styles.stage}>
        <div className={styles.player}>
          <ReplayPlayer
            key={cuts}
            streamId={streamId}
            username={username}
            playlist={atServer(playlistPath)}
            startSeconds={startSeconds}
            theatre={theatre}
            atEnd={
              next && (
                <Link href={replayPath(next.streamId)} className={buttonClass('primary', 'large')}>
                  <SkipForward size={18} aria-hidden="true" />
                  {texts.next}
                </Link>
              )
            }
            onVideo={setVideo}
          />
        </div>
      </div>
      <div className={styles.about}>
        <ReplayHeader replay={replay} video={video} />
      </div>
      <div className={styles.chat}>
        <ReplayChat channel={username} hasChat={replay.hasChat} />
      </div>
      <div className={styles.others}>
        {user === username && (
          <Suspense>
            <CutPanel user={username} replay={replay} onCut={() => setCuts(cuts + 1)} />
          </Suspense>
        )}
        <PastBroadcasts username={username} without={streamId} />
        <ChannelClips username={username} />
      </div>
    </div>
  )
}
