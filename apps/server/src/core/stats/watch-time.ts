import type { Viewing } from '../../shared-state/audience.ts'

/**
 * Viewers show themselves when they fetch the next key (docs/decisions/001), some two seconds into its period; the presence waits
 * this much longer for the slow ones.
 */
const patienceMs = 8000

export interface WatchTime {
  /** Can be negative: what was counted for viewers who turn out to have gone is taken back. */
  viewerMs: number
  /** Who has gone, and is counted to the end. */
  gone: string[]
}

/**
 * What all viewers together watched from one time to another (milliseconds since 1970), when everything before has been counted by
 * earlier calls. Whoever was seen and is not overdue still watches. Whoever did not come for the next key left at some time after
 * the last one: half the time between is right on average, and exact where a player said good-bye.
 */
export function watchTime(viewings: readonly Viewing[], fromMs: number, toMs: number): WatchTime {
  let viewerMs = 0
  const gone: string[] = []
  for (const { viewerId, firstSeenMs, lastSeenMs, untilMs } of viewings) {
    const hasGone = untilMs <= toMs
    const dueMs = Math.max(lastSeenMs, untilMs - patienceMs)
    const endMs = hasGone ? (lastSeenMs + dueMs) / 2 : Math.max(toMs, firstSeenMs)
    // Who had gone by `fromMs` has been counted to the end, and only not been forgotten yet.
    if (untilMs > fromMs) viewerMs += endMs - Math.max(firstSeenMs, fromMs)
    if (hasGone) gone.push(viewerId)
  }
  return { viewerMs, gone }
}
