import { useId } from 'react'
import { StreamCard } from '../../../features/streams/cards/stream-card.tsx'
import { useStreams } from '../../../features/streams/use-streams.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import styles from './channel.module.css'

const shownMax = 8

/** Who else is live, below the channel. */
export function OtherChannels({ username }: { username: string }) {
  const headingId = useId()
  const { streams } = useStreams()
  const others = streams?.filter((stream) => stream.username !== username).slice(0, shownMax) ?? []
  if (others.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.others}>
      <h2 id={headingId} className={styles.othersTitle}>
        {texts.othersLive}
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
