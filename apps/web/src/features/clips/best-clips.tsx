import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { RecordedSection } from '../../ui/recorded/recorded-grid.tsx'
import { ClipCard } from './clip-card.tsx'
import styles from './clips.module.css'
import { useBestClips } from './use-clips.ts'

/** The most watched clips of the last 7 days, of the whole site; nothing where there are none (rule CLIP-8). */
export function BestClips() {
  const clips = useBestClips()
  if (clips.length === 0) return null
  return (
    <div className={styles.best}>
      <RecordedSection title={texts.bestOfWeek} areCards>
        {clips.map((clip) => (
          <li key={clip.clipId}>
            <ClipCard clip={clip} hasChannel />
          </li>
        ))}
      </RecordedSection>
    </div>
  )
}
