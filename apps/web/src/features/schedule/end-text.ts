import type { PlannedBroadcast } from '@waggle/contract/channels/schedule'
import { formatTime } from '../../lib/format/format.ts'

/** What follows the time at which it begins: ` – 10:00 PM`, or nothing where no length is planned. */
export function endText({ startTime, durationMinutes }: PlannedBroadcast): string {
  return durationMinutes === null ? '' : ` – ${formatTime(startTime + durationMinutes * 60_000)}`
}
