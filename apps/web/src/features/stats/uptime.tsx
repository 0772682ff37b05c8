import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatUptime } from '../../lib/format/duration.ts'

/** Ticks every second (rule STATS-3). It is no live region: a screen reader would never stop reading it. */
export function Uptime({ since }: { since: number | null }) {
  return <span data-testid="uptime">{formatUptime(since, useSiteTime(1000))}</span>
}
