import { Suspense, useId } from 'react'
import { StreamCard } from '../../../features/streams/cards/stream-card.tsx'
import { useStreams } from '../../../features/streams/use-streams.ts'
import { lazyExtra } from '../../../lib/browser/lazy-page.tsx'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import styles from './channel.module.css'

const shownMax = 8

// Only where nobody is live.
const RecentChannels = lazyExtra(async () => (await import('../../home/recent-channels.tsx')).RecentChannels)

/** Who else is live, below the channel; below one that is offline: who is or, where nobody is, who was lately. */
export function OtherChannels({ username, isLive }: { username: string; isLive: boolean }) {
  const headingId = useId()
  const { streams } = useStreams()
  const others = streams?.filter((stream) => stream.username !== username).slice(0, shownMax) ?? []
  if (others.length === 0 && (isLive || !streams)) return null
  if (others.length === 0) {
    return (
      <Suspense>
        <RecentChannels without={[username]} />
      </Suspense>
    )
  }
  return (
    <section aria-labelledby={headingId} className={styles.others}>
      <h2 id={headingId} className={styles.othersTitle}>
        {isLive ? texts.othersLive : texts.liveNow}
      </h2>
      <ul className={styles.otherGrid}>
        {others.map((stream) => (
          <li key={stream.id}>
            <StreamCard stream={stream} />
          </li>
        ))}
      </ul>
    </section>
  )
}
