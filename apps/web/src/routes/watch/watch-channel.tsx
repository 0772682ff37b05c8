import { Suspense, useState } from 'react'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { useTheatre } from '../../features/player/media/theatre.ts'
import { Player } from '../../features/player/player.tsx'
import { offlineStreamInfo, useStreamInfo } from '../../features/streams/use-stream-info.ts'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { ChannelPanel } from './channel-panel.tsx'
import { NoChannel } from './no-channel.tsx'
import { OfflineScreen } from './offline-screen.tsx'
import styles from './watch.module.css'

const Chat = lazyComponent(async () => (await import('../../features/chat/chat.tsx')).Chat)

export function WatchChannel({ username }: { username: string }) {
  const [isInDoubt, setInDoubt] = useState(false)
  const { info, checkedAtMs, failure, isFailed, applyChannel } = useStreamInfo(username, isInDoubt)
  const theatre = useTheatre()
  if (info?.channelExists === false) return <NoChannel username={username} />
  return (
    <div className={styles.page}>
      <div className={styles.stage}>
        <div className={styles.player}>
          <Player
            username={username}
            stream={info}
            lookup={{ checkedAtMs, failure }}
            isLookupFailed={isFailed}
            theatre={theatre}
            offline={info && <OfflineScreen stream={info} />}
            onDoubt={setInDoubt}
          />
        </div>
      </div>
      <ChannelPanel stream={info ?? offlineStreamInfo(username)} isKnown={info !== undefined || isFailed} />
      <div className={styles.chat}>
        <ErrorBoundary>
          <Suspense fallback={<PageSpinner label={texts.loadingChat} />}>
            <Chat
              channel={username}
              variant="panel"
              renderFollow={(writer) => <FollowButton channel={writer} />}
              onChannelChanged={applyChannel}
            />
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  )
}
