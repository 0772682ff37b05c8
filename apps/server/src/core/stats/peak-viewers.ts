import type { Viewing } from '../../shared-state/audience.ts'
import { viewingEndMs } from './watch-time.ts'

/** The most viewers at one moment between two times (milliseconds since 1970), also of those who came and left in between. */
export function peakViewers(viewings: readonly Viewing[], fromMs: number, toMs: number): number {
  const changes = viewings.flatMap((viewing) => {
    const startMs = Math.max(viewing.firstSeenMs, fromMs)
    const endMs = Math.min(viewingEndMs(viewing, toMs), toMs)
    return endMs > startMs
      ? [
          { atMs: startMs, by: 1 },
          { atMs: endMs, by: -1 },
        ]
      : []
  })
  let present = 0
  let peak = 0
  // Who leaves at the moment at which another viewer comes was not there together with them.
  for (const { by } of changes.sort((a, b) => a.atMs - b.atMs || a.by - b.by)) {
    present += by
    peak = Math.max(peak, present)
  }
  return peak
}
