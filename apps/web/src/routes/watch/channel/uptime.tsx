import { Clock } from 'lucide-react'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
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

/** `1:02:03`, `2:03`. Zero before the server's time is known, where the device's clock is behind it. */
function clockText(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
