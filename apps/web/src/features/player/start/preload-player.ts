import { prepareHls } from '../engines/hls/load-hls.ts'
import { firstMode } from '../engines/modes/first-mode.ts'
import { loadRealTime } from '../real-time/load-real-time.ts'
import { startWorkerAhead } from '../real-time/start-worker.ts'

/**
 * Fetches the code that plays streams in the viewer's mode, and starts its worker; beside a playback only where the next one `isLikely`.
 * A failure is left to the player, which tries again and reports it.
 */
export function preloadPlayer(isLikely: boolean): void {
  if (firstMode() === 'low-delay') {
    prepareHls().catch(() => undefined)
    return
  }
  startWorkerAhead(isLikely)
  loadRealTime().catch(() => undefined)
}
