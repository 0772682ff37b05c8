/** How playback went during the last seconds: what stalls/stall-cause.ts judges a stall by. */
export interface HealthFacts {
  /** Time that downloads took, divided by the play time they brought; null while nothing has been downloaded. */
  downloadTimeRatio: number | null
  /** How requests for playlists and segments fail, until they succeed again. Empty while all succeed. */
  requestFailures: readonly RequestFailure[]
  /** How long ago the playlist last listed new media. */
  sinceNewMediaMs: number
  /** Share of frames that were decoded too late to be shown. */
  droppedFrameRatio: number
  /** A request for the next key has failed and is being retried. */
  isKeyMissing: boolean
  /** The media could not be decoded, and has not been played since. */
  isMediaUnplayable: boolean
  /** The server refuses to issue a stream token yet, because too many were requested from this address. */
  isTokenRateLimited: boolean
}

/** Refused by the server, not answered at all, or answered too slowly. */
export type RequestFailure = 'refused' | 'unreachable' | 'slow'
/** What is requested; each fails and recovers on its own. */
export type RequestKind = 'manifest' | 'level' | 'frag'

/** What an engine reports; only the playback knows about tokens. */
export type EngineHealth = Omit<HealthFacts, 'isTokenRateLimited'>

/** The facts of an engine that reports nothing. */
export const unknownHealth: EngineHealth = {
  downloadTimeRatio: null,
  requestFailures: [],
  sinceNewMediaMs: 0,
  droppedFrameRatio: 0,
  isKeyMissing: false,
  isMediaUnplayable: false,
}

export interface PlaybackHealth {
  recordDownloadStart(mediaMs: number): void
  /** A part or segment has arrived. */
  recordDownload(download: { tookMs: number; mediaMs: number }): void
  recordPlaylistStart(): void
  /** A request of this kind has failed. The failure is remembered until one succeeds, however long the retries take. */
  recordFailure(kind: RequestKind, failure: RequestFailure): void
  /** A request of this kind was answered as it should be. */
  recordAnswer(kind: RequestKind): void
  /** The playlist lists something new. */
  recordNewMedia(): void
  /** Totals since the start of playback, as the browser counts them. */
  recordFrames(frames: { total: number; dropped: number }): void
  facts(): Omit<EngineHealth, 'isKeyMissing' | 'isMediaUnplayable'>
}

const windowMs = 8000
/** The server holds a playlist request until there is new media, for at most three target durations of two seconds. */
const overduePlaylistMs = 7500

export function createPlaybackHealth(now: () => number = () => performance.now()): PlaybackHealth {
  let downloads: { atMs: number; tookMs: number; mediaMs: number }[] = []
  let frames: { atMs: number; total: number; dropped: number }[] = []
  let pending: { sinceMs: number; mediaMs: number } | undefined
  let newMediaAtMs = now()
  let playlistSinceMs: number | undefined
  const failures = new Map<RequestKind, RequestFailure>()

  function recent<Entry extends { atMs: number }>(entries: Entry[]): Entry[] {
    return entries.filter(({ atMs }) => atMs > now() - windowMs)
  }

  function settle(kind: RequestKind): void {
    if (kind === 'level') playlistSinceMs = undefined
    if (kind === 'frag') pending = undefined
  }

  return {
    recordDownloadStart(mediaMs) {
      pending = { sinceMs: now(), mediaMs }
    },
    recordDownload(download) {
      settle('frag')
      failures.delete('frag')
      downloads = [...recent(downloads), { atMs: now(), ...download }]
    },
    recordPlaylistStart() {
      playlistSinceMs = now()
    },
    recordFailure(kind, failure) {
      settle(kind)
      failures.set(kind, failure)
    },
    recordAnswer(kind) {
      settle(kind)
      failures.delete(kind)
    },
    recordNewMedia() {
      newMediaAtMs = now()
    },
    recordFrames(counted) {
      frames = [...recent(frames), { atMs: now(), ...counted }]
    },
    facts() {
      const isPlaylistOverdue = playlistSinceMs !== undefined && now() - playlistSinceMs > overduePlaylistMs
      const requestFailures = new Set([...failures.values(), ...(isPlaylistOverdue ? ['unreachable' as const] : [])])
      return {
        downloadTimeRatio: downloadTimeRatioOf(
          recent(downloads),
          pending && { ...pending, tookMs: now() - pending.sinceMs },
        ),
        requestFailures: [...requestFailures],
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
