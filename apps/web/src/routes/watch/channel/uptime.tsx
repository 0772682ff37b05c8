import { Clock } from 'lucide-react'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { clockText } from '../../../lib/format/clock-text.ts'
import { streamTexts as texts } from '../../../texts/viewer/streams.ts'
import styles from './channel.module.css'

/** How long the broadcast has been live; ticks every second. */
export function Uptime({ startTime }: { startTime: number }) {
  const nowMs = useSiteTime(1000)
  return (
    <span className={styles.figure} title={texts.uptime}>
      <Clock size={16} aria-hidden="true" />
      <span className="visually-hidden">{texts.uptime} </span>
      <span className={styles.clock}>{clockText(nowMs - startTime)}</span>
    </span>
  )
}
