import { useId } from 'react'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ClipCard } from './clip-card.tsx'
import styles from './clips.module.css'
import { useClips } from './use-clips.ts'

/** The clips of a channel, without the one that is shown already; nothing where there are none. */
export function ChannelClips({ username, without }: { username: string; without?: string }) {
  const headingId = useId()
  const { clips, hasMore, isLoadingMore, loadMore } = useClips(username)
  const shown = clips.filter(({ clipId }) => clipId !== without)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.list}>
      <h2 id={headingId} className={styles.heading}>
        {texts.list}
      </h2>
      <ul className={styles.grid}>
        {shown.map((clip) => (
          <li key={clip.clipId}>
            <ClipCard clip={clip} />
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
