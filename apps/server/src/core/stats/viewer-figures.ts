import type { PastBroadcast } from '../../db/broadcasts/broadcast-history.ts'

interface ViewerFigures {
  peakViewers: number
  /** The mean over the broadcast, to one decimal. */
  averageViewers: number
  durationSeconds: number
}

/** The viewers of a broadcast. The peak is never below the average. */
export function viewerFigures(broadcast: PastBroadcast, nowMs: number): ViewerFigures {
  const { startedAtMs, endedAtMs, lastMediaAtMs, peakViewers, viewerMs } = broadcast
  const durationMs = Math.max(0, (endedAtMs ?? Math.min(nowMs, lastMediaAtMs)) - startedAtMs)
  const average = durationMs > 0 ? Math.round((viewerMs / durationMs) * 10) / 10 : 0
  const isLive = endedAtMs === null
  return {
    // Broadcasts recorded before the peak was counted from viewings may have missed a viewer between two counts.
    peakViewers: isLive ? peakViewers : Math.max(peakViewers, Math.ceil(average)),
    // Of a live broadcast, more may have been watched than its last saved media.
    averageViewers: isLive ? Math.min(average, peakViewers) : average,
    durationSeconds: Math.round(durationMs / 1000),
  }
}
