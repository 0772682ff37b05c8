import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatUptime } from '../../lib/format/duration.ts'
import { recordingTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import { RecordedPicture } from '../../ui/recorded/recorded-picture.tsx'
import styles from './recordings.module.css'

/** The broadcast that goes on, while it is recorded. What can be done with its recording comes once it is over. */
export function RunningRecording({
  user,
  picture,
  title,
  startedAt,
}: {
  user: string
  /** The address of its newest picture; null before there is one. */
  picture: string | null
  title: string
  startedAt: number | null
}) {
  return (
    <div className={styles.row}>
      <div className={styles.picture} aria-hidden="true">
        <RecordedPicture username={user} path={picture} />
      </div>
      <div className={styles.about}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.note}>
          <strong className={styles.running}>{texts.running}</strong> {formatUptime(startedAt, useSiteTime(1000))}
        </p>
      </div>
    </div>
  )
}
