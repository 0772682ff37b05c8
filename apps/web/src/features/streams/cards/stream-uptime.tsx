import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { shortDuration } from '../../../lib/format/short-duration.ts'
import { streamTexts } from '../../../texts/viewer/streams.ts'
import styles from './streams.module.css'

const minuteMs = 60_000

/** How long the stream has been live, in minutes; nothing for sample streams, which have no start. */
export function StreamUptime({ startTime }: { startTime: number }) {
  const nowMs = useSiteTime(minuteMs / 2)
  if (startTime === 0) return null
  const minutes = Math.max(1, Math.floor((nowMs - startTime) / minuteMs))
  return (
    <span className={styles.uptime}>
      <span className="visually-hidden">{streamTexts.uptime} </span>
      {shortDuration(minutes * minuteMs)}
    </span>
  )
}
