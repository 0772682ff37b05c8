import { useId } from 'react'
import { replayTexts as texts } from '../../texts/viewer/replay.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ReplayCard } from './replay-card.tsx'
import styles from './replays.module.css'
import { useReplays } from './use-replays.ts'

/** The recorded broadcasts of a channel, without the one that is shown already; nothing where there are none. */
export function PastBroadcasts({ username, without }: { username: string; without?: string }) {
  const headingId = useId()
  const { replays, hasMore, isLoadingMore, loadMore } = useReplays(username)
  const shown = replays.filter(({ streamId }) => streamId !== without)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.list}>
      <h2 id={headingId} className={styles.heading}>
        {texts.past}
      </h2>
      <ul className={styles.grid}>
        {shown.map((replay) => (
          <li key={replay.streamId}>
            <ReplayCard replay={replay} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <div>
          <Button disabled={isLoadingMore} onClick={loadMore}>
            {texts.more}
          </Button>
        </div>
      )}
    </section>
  )
}
