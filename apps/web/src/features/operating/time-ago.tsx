import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { distanceText } from '../../lib/format/last-seen.ts'

/** How long ago something was; the date is its tooltip. */
export function TimeAgo({ at }: { at: number }) {
  const nowMs = useSiteTime(60_000)
  return (
    <time dateTime={new Date(at).toISOString()} data-tooltip={formatDateTime(at)}>
      {distanceText(Math.min(0, at - nowMs))}
    </time>
  )
}
