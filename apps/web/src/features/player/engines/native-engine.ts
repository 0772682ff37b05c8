import type { WritableStore } from '../../../lib/store/store.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import type { HlsTokenSource } from '../keys/hls-token.ts'
import { type ClipTimes, keepWithinClip } from './clips/clip-bounds.ts'
import { onWake } from './on-wake.ts'
import { unknownHealth } from './playback-health.ts'
import type { PlaybackEngine, PlaybackState } from './playback-state.ts'
import { automaticQuality } from './quality.ts'
import { type SeekRange, seekRange, spansOf } from './seeking/seek-range.ts'
import { createVideoSeeker } from './seeking/video-seeker.ts'

const maxRecoveries = 3
const recoverAfterMs = 1000

/**
 * The browser's own HLS player, for browsers without MediaSource. It has no request hooks, so the playlist is requested with the
 * token and the server copies it into the key URLs. After a playback error it reloads with a fresh token.
 */
export function startNative({
  video,
  playlist,
  startSeconds,
  clip,
  tokens,
  store,
}: {
  video: HTMLVideoElement
  /** Address of the master playlist. */
  playlist: string
  /** Where a recording begins to play; undefined for what is live. */
  startSeconds: number | undefined
  /** Only what lies between these moments is shown of a recording. */
  clip?: ClipTimes | undefined
  tokens: HlsTokenSource
  store: WritableStore<PlaybackState>
}): PlaybackEngine {
  let recoveries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const abort = new AbortController()
  const { signal } = abort
  const seeker = createVideoSeeker(video)
  const isRecording = startSeconds !== undefined || clip !== undefined
  let positionSeconds = startSeconds ?? 0

  /** Where the picture of this moment of a clip is. Only browsers that play HLS know the date of the beginning. */
  function positionOf(atMs: number | undefined): number | undefined {
    const beginMs = (video as { getStartDate?: () => Date }).getStartDate?.().getTime()
    return atMs === undefined || !beginMs ? undefined : (atMs - beginMs) / 1000
  }

  // The browser chooses by itself; what another engine had is not offered any more.
  store.setState({ qualities: [], selectedQuality: automaticQuality })

  const clipStart = () => positionOf(clip?.startsAt)
  const clipEnd = () => positionOf(clip?.endsAt)
  const stopClip = clip && keepWithinClip(video, { start: clipStart, end: clipEnd }, seeker.seekTo)

  function load(): void {
    video.src = `${playlist}?token=${encodeURIComponent(tokens.current() ?? '')}`
    if (store.getState().status === 'ready') void video.play().catch(() => undefined)
  }

  function recover(): void {
    if (recoveries === maxRecoveries) {
      store.setState({ status: 'error', error: sentences.player.media, isRetryUseful: true })
      return
    }
    recoveries++
    clearTimeout(timer)
    timer = setTimeout(() => void tokens.replace().then(() => signal.aborted || load()), recoverAfterMs * recoveries)
  }

  /** The live edge, or the end of a recording. */
  function liveEdge(): number | undefined {
    if (isRecording) return clipEnd() ?? (Number.isFinite(video.duration) ? video.duration : undefined)
    return spansOf(video.seekable).at(-1)?.end
  }

  function rangeNow(): SeekRange | null {
    const live = liveEdge()
    if (live !== undefined && isRecording) {
      return { lengthSeconds: live - (clipStart() ?? 0), behindSeconds: Math.max(0, live - seeker.position()) }
    }
    return live === undefined ? null : seekRange({ spans: spansOf(video.seekable), live, position: seeker.position() })
  }

  function seekTo(behindSeconds: number): void {
    const [live, range] = [liveEdge(), rangeNow()]
    if (live !== undefined && range) seeker.seekTo(live - Math.min(range.lengthSeconds, Math.max(0, behindSeconds)))
  }

  function onMetadata(): void {
    if (isRecording) video.currentTime = positionSeconds || (clipStart() ?? 0)
    store.setState({ status: 'ready', error: null })
  }

  function rememberPosition(): void {
    if (video.currentTime > 0) positionSeconds = video.currentTime
  }

  if (isRecording) store.setState({ isFollowingLive: false })
  video.addEventListener('loadedmetadata', onMetadata, { signal })
  video.addEventListener('timeupdate', rememberPosition, { signal })
  video.addEventListener('ended', () => isRecording || store.setState({ status: 'ended' }), { signal })
  video.addEventListener('error', recover, { signal })
  video.addEventListener(
    'playing',
    () => {
      recoveries = 0
    },
    { signal },
  )
  const stopWakeListener = onWake(tokens.refreshIfDue)
  load()

  return {
    selectQuality: () => undefined,
    goToLive() {
      seekTo(0)
      if (video.paused) void video.play().catch(() => undefined)
    },
    seekRange: rangeNow,
    seekTo,
    measure: () => ({
      codecs: null,
      bitsPerSecond: null,
      bandwidthBitsPerSecond: null,
      latencySeconds: null,
      targetLatency: null,
      newestDownload: null,
      mode: isRecording ? 'recording' : 'low-delay',
      stream: null,
    }),
    health: () => unknownHealth,
    close() {
      abort.abort()
      stopClip?.()
      stopWakeListener()
      seeker.close()
      clearTimeout(timer)
      video.removeAttribute('src')
      video.load()
    },
  }
}
