/** How playback went during the last seconds, for the question why it stands still. */
export interface HealthFacts {
  downloadShare: number | null
  serverFailures: number
  downloadTimeouts: number
  mediaLateMs: number
  droppedShare: number
  /** The key of what comes next has been asked for in vain and is still wanted. */
  isKeyMissing: boolean
}

/** Of a player that tells nothing of itself. */
export const nothingKnown: HealthFacts = {
  downloadShare: null,
  serverFailures: 0,
  downloadTimeouts: 0,
  mediaLateMs: 0,
  droppedShare: 0,
  isKeyMissing: false,
}

export interface PlaybackHealth {
  downloadStarted(mediaMs: number): void
  downloaded(download: { tookMs: number; mediaMs: number }): void
  failed(kind: 'server' | 'download-timeout'): void
  /** The playlist has something new. */
  mediaArrived(): void
  /** Frames since the beginning, as the browser counts them. */
  framesCounted(frames: { total: number; dropped: number }): void
  facts(): Omit<HealthFacts, 'isKeyMissing'>
}

const memoryMs = 8000

export function createPlaybackHealth(now: () => number = () => performance.now()): PlaybackHealth {
  let downloads: { atMs: number; tookMs: number; mediaMs: number }[] = []
  let failures: { atMs: number; kind: 'server' | 'download-timeout' }[] = []
  let frames: { atMs: number; total: number; dropped: number }[] = []
  let pending: { sinceMs: number; mediaMs: number } | undefined
  let arrivedAtMs = now()

  function recent<Entry extends { atMs: number }>(entries: Entry[]): Entry[] {
    return entries.filter(({ atMs }) => atMs > now() - memoryMs)
  }

  return {
    downloadStarted(mediaMs) {
      pending = { sinceMs: now(), mediaMs }
    },
    downloaded(download) {
      pending = undefined
      downloads = [...recent(downloads), { atMs: now(), ...download }]
    },
    failed(kind) {
      pending = undefined
      failures = [...recent(failures), { atMs: now(), kind }]
    },
    mediaArrived() {
      arrivedAtMs = now()
    },
    framesCounted(counted) {
      frames = [...recent(frames), { atMs: now(), ...counted }]
    },
    facts() {
      const failed = recent(failures)
      return {
        downloadShare: shareOf(recent(downloads), pending && { ...pending, tookMs: now() - pending.sinceMs }),
        serverFailures: failed.filter(({ kind }) => kind === 'server').length,
        downloadTimeouts: failed.filter(({ kind }) => kind === 'download-timeout').length,
        mediaLateMs: now() - arrivedAtMs,
        droppedShare: droppedShareOf(recent(frames)),
      }
    },
  }
}

/** What is still on its way counts once it has taken longer than it should have. */
function shareOf(
  done: { tookMs: number; mediaMs: number }[],
  pending: { tookMs: number; mediaMs: number } | undefined,
): number | null {
  const all = pending && pending.tookMs > pending.mediaMs ? [...done, pending] : done
  const mediaMs = all.reduce((sum, download) => sum + download.mediaMs, 0)
  return mediaMs === 0 ? null : all.reduce((sum, download) => sum + download.tookMs, 0) / mediaMs
}

function droppedShareOf(frames: { total: number; dropped: number }[]): number {
  const [first, last] = [frames[0], frames.at(-1)]
  if (!first || !last || last.total <= first.total) return 0
  return (last.dropped - first.dropped) / (last.total - first.total)
}
