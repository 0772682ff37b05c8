import { replayTexts as texts } from '../../texts/viewer/replay/replay.ts'
import { RecordedSection } from '../../ui/recorded/recorded-grid.tsx'
import { ReplayCard } from './replay-card.tsx'
import styles from './replays.module.css'
import { useFollowedReplays } from './use-replays.ts'

/** The latest recorded broadcasts of the channels that the user follows; nothing where there are none. */
export function FollowedReplays({ user }: { user: string }) {
  const replays = useFollowedReplays(user)
  if (replays.length === 0) return null
  return (
    <div className={styles.followed}>
      <RecordedSection title={texts.followed}>
        {replays.map((replay) => (
          <li key={replay.streamId}>
            <ReplayCard replay={replay} hasChannel />
          </li>
        ))}
      </RecordedSection>
    </div>
  )
}
