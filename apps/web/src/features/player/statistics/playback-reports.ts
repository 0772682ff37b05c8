import type { SentBody } from '@waggle/contract/endpoints'
import type { Playback } from '../engines/playback.ts'
import type { MediaStore } from '../media/media-store.ts'

type PlaybackReport = SentBody<'reportPlayback'>

interface ReportOptions {
  media: Pick<MediaStore, 'getState'>
  playback: Pick<Playback, 'measure' | 'getState'>
  /** Resolves with the time until the next report. */
  send(report: PlaybackReport): Promise<{ everySeconds: number }>
  now?: () => number
  random?: () => number
}

/** Running reports. */
export interface PlaybackReports {
  /** Sends what is left: the page may be gone in a moment. */
  flush(): void
  stop(): void
}

const tickMs = 5000
/** A longer time between two ticks was spent asleep. */
const longestTickMs = 2 * tickMs
const shortestWatchMs = 5000
const retrySeconds = 300

/**
 * Tells the site now and then how playback went, so that its operator sees what viewers see (rule HEALTH-3). A report names neither the
 * viewer nor the stream.
 */
export function startPlaybackReports({
  media,
  playback,
  send,
  now = () => performance.now(),
  random = Math.random,
}: ReportOptions): PlaybackReports {
  let watchedMs = 0
  let reported = { stalls: 0, stalledMs: 0 }
  let tickedAtMs = now()
  let isSending = false
  // Viewers who came together do not report together.
  let nextAtMs = now() + (20 + 40 * random()) * 1000

  function tick(): void {
    const { isPaused, isWaiting, hasStarted } = media.getState()
    const sinceMs = now() - tickedAtMs
    tickedAtMs += sinceMs
    if (hasStarted && !isPaused && !isWaiting) watchedMs += Math.min(sinceMs, longestTickMs)
    if (now() >= nextAtMs) void report()
  }

  async function report(): Promise<void> {
    const measure = playback.measure()
    if (isSending || measure === undefined || watchedMs < shortestWatchMs) return
    const { stalls, stalledMs } = media.getState()
    const { latencySeconds, mode } = measure
    const isLive = mode !== 'recording' && playback.getState().isFollowingLive
    const sent = {
      mode,
      watchedMs: Math.round(watchedMs),
      stalls: stalls - reported.stalls,
      stalledMs: Math.round(stalledMs - reported.stalledMs),
      delayMs: isLive && latencySeconds !== null ? Math.max(0, Math.round(latencySeconds * 1000)) : null,
    }
    isSending = true
    // What cannot be sent is lost: it is of no use later.
    watchedMs = 0
    reported = { stalls, stalledMs }
    const { everySeconds } = await send(sent).catch(() => ({ everySeconds: retrySeconds }))
    nextAtMs = now() + everySeconds * 1000
    isSending = false
  }

  const timer = setInterval(tick, tickMs)
  function flush(): void {
    tick()
    void report()
  }
  return {
    flush,
    stop() {
      clearInterval(timer)
      flush()
    },
  }
}
