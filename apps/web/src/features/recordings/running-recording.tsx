import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatUptime } from '../../lib/format/duration.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { recordingTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import { ChannelArt } from '../../ui/identity/channel-art.tsx'
import styles from './recordings.module.css'

/** The broadcast that goes on, while it is recorded. What can be done with its recording comes once it is over. */
export function RunningRecording({
  user,
  title,
  startedAt,
}: {
  user: string
  title: string
  startedAt: number | null
}) {
  return (
    <div className={styles.row}>
      <div className={styles.picture} aria-hidden="true">
        <ChannelArt username={user} avatar={avatarAddress(useSite(), user)} />
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
