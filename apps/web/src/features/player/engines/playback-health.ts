/** How playback went during the last seconds: what stalls/stall-cause.ts judges a stall by. */
export interface HealthFacts {
  /** Time that downloads took, divided by the play time they brought; null while nothing has been downloaded. */
  downloadTimeRatio: number | null
  /** Media requests that were answered with 500 or above. */
  serverFailures: number
  /** Requests for segments and parts that timed out. */
  downloadTimeouts: number
  /** How long ago the playlist last listed new media. */
  sinceNewMediaMs: number
  /** Share of frames that were decoded too late to be shown. */
  droppedFrameRatio: number
  /** A request for the next key has failed and is being retried. */
  isKeyMissing: boolean
}

/** The facts of an engine that reports nothing. */
export const unknownHealth: HealthFacts = {
  downloadTimeRatio: null,
  serverFailures: 0,
  downloadTimeouts: 0,
  sinceNewMediaMs: 0,
  droppedFrameRatio: 0,
  isKeyMissing: false,
}

export interface PlaybackHealth {
  recordDownloadStart(mediaMs: number): void
  recordDownload(download: { tookMs: number; mediaMs: number }): void
  recordFailure(kind: 'server' | 'download-timeout'): void
  /** The playlist lists something new. */
  recordNewMedia(): void
  /** Totals since the start of playback, as the browser counts them. */
  recordFrames(frames: { total: number; dropped: number }): void
  facts(): Omit<HealthFacts, 'isKeyMissing'>
}

const windowMs = 8000

export function createPlaybackHealth(now: () => number = () => performance.now()): PlaybackHealth {
  let downloads: { atMs: number; tookMs: number; mediaMs: number }[] = []
  let failures: { atMs: number; kind: 'server' | 'download-timeout' }[] = []
  let frames: { atMs: number; total: number; dropped: number }[] = []
  let pending: { sinceMs: number; mediaMs: number } | undefined
  let newMediaAtMs = now()

  function recent<Entry extends { atMs: number }>(entries: Entry[]): Entry[] {
    return entries.filter(({ atMs }) => atMs > now() - windowMs)
  }

  return {
    recordDownloadStart(mediaMs) {
      pending = { sinceMs: now(), mediaMs }
    },
    recordDownload(download) {
      pending = undefined
      downloads = [...recent(downloads), { atMs: now(), ...download }]
    },
    recordFailure(kind) {
      pending = undefined
      failures = [...recent(failures), { atMs: now(), kind }]
    },
    recordNewMedia() {
      newMediaAtMs = now()
    },
    recordFrames(counted) {
      frames = [...recent(frames), { atMs: now(), ...counted }]
    },
    facts() {
      const failed = recent(failures)
      return {
        downloadTimeRatio: downloadTimeRatioOf(
          recent(downloads),
          pending && { ...pending, tookMs: now() - pending.sinceMs },
        ),
        serverFailures: failed.filter(({ kind }) => kind === 'server').length,
        downloadTimeouts: failed.filter(({ kind }) => kind === 'download-timeout').length,
        sinceNewMediaMs: now() - newMediaAtMs,
        droppedFrameRatio: droppedFrameRatioOf(recent(frames)),
      }
    },
  }
}

/** A download that is still in progress counts once it has taken longer than the play time it brings. */
function downloadTimeRatioOf(
  done: { tookMs: number; mediaMs: number }[],
  pending: { tookMs: number; mediaMs: number } | undefined,
): number | null {
  const all = pending && pending.tookMs > pending.mediaMs ? [...done, pending] : done
  const mediaMs = all.reduce((sum, download) => sum + download.mediaMs, 0)
  return mediaMs === 0 ? null : all.reduce((sum, download) => sum + download.tookMs, 0) / mediaMs
}

function droppedFrameRatioOf(frames: { total: number; dropped: number }[]): number {
  const [first, last] = [frames[0], frames.at(-1)]
  if (!first || !last || last.total <= first.total) return 0
  return (last.dropped - first.dropped) / (last.total - first.total)
}
