import { siteClock } from '../../lib/clock/site-clock.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { lastSeenText } from '../../lib/format/last-seen.ts'

/** How long ago something was recorded, milliseconds since 1970; when that was is its tooltip. */
export function RecordedTime({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {lastSeenText(at, siteClock.now())}
    </time>
  )
}
