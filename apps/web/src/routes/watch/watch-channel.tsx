import { useState } from 'react'
import { Player } from '../../features/player/player.tsx'
import { offlineDefault, useStreamInfo } from '../../features/streams/use-stream-info.ts'
import { ChannelPanel } from './channel-panel.tsx'
import styles from './watch.module.css'

export function WatchChannel({ username }: { username: string }) {
  const [isInDoubt, setInDoubt] = useState(false)
  const { info, checkedAtMs, isFailed } = useStreamInfo(username, isInDoubt)
  return (
    <div className={styles.page}>
      <div className={styles.stage}>
        <div className={styles.player}>
          <Player
            username={username}
            stream={info}
            checkedAtMs={checkedAtMs}
            isLookupFailed={isFailed}
            onDoubt={setInDoubt}
          />
        </div>
      </div>
      <ChannelPanel stream={info ?? offlineDefault(username)} isKnown={info !== undefined} />
    </div>
  )
}
