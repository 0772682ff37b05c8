import type { Viewing } from '../../shared-state/audience.ts'

/**
 * Players fetch the next key about two seconds into its period (docs/decisions/001). Presence waits this much longer for slow players
 * before it counts them as gone.
 */
const graceMs = 8000

interface WatchTime {
  /** Can be negative: time that was counted for viewers who had already left is subtracted. */
  viewerMs: number
  /** Ids of viewers who have left and are completely counted. */
  gone: string[]
}

/**
 * The time that all viewers together watched between two times (milliseconds since 1970), given that previous calls counted everything
 * before. A viewer who was seen and is not overdue is still watching. A viewer who did not fetch the next key left some time after the
 * last one: half of that time is right on average, and where the player reported that it stopped, the time is exact.
 */
export function watchTime(viewings: readonly Viewing[], fromMs: number, toMs: number): WatchTime {
  let viewerMs = 0
  const gone: string[] = []
  for (const viewing of viewings) {
    const { viewerId, firstSeenMs, untilMs } = viewing
    const endMs = viewingEndMs(viewing, toMs)
    // A viewer who had left by `fromMs` is completely counted, and has only not been removed yet.
    if (untilMs > fromMs) viewerMs += endMs - Math.max(firstSeenMs, fromMs)
    if (untilMs <= toMs) gone.push(viewerId)
  }
  return { viewerMs, gone }
}

/** Until when a viewer has watched, as it is known at `toMs`. */
export function viewingEndMs({ firstSeenMs, lastSeenMs, untilMs }: Viewing, toMs: number): number {
  if (untilMs > toMs) return Math.max(toMs, firstSeenMs)
  const dueMs = Math.max(lastSeenMs, untilMs - graceMs)
  return (lastSeenMs + dueMs) / 2
}
