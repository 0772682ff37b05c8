import type { WritableStore } from '../../../lib/store/store.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import type { HlsTokenSource } from '../keys/hls-token.ts'
import { masterPlaylistAddress } from './hls/hls-config.ts'
import { onWake } from './on-wake.ts'
import { unknownHealth } from './playback-health.ts'
import type { PlaybackEngine, PlaybackState } from './playback-state.ts'
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
  streamId,
  tokens,
  store,
}: {
  video: HTMLVideoElement
  streamId: string
  tokens: HlsTokenSource
  store: WritableStore<PlaybackState>
}): PlaybackEngine {
  let recoveries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const abort = new AbortController()
  const { signal } = abort
  const seeker = createVideoSeeker(video)

  function load(): void {
    video.src = `${masterPlaylistAddress(streamId)}?token=${encodeURIComponent(tokens.current() ?? '')}`
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

  function liveEdge(): number | undefined {
    return spansOf(video.seekable).at(-1)?.end
  }

  function rangeNow(): SeekRange | null {
    const live = liveEdge()
    return live === undefined ? null : seekRange({ spans: spansOf(video.seekable), live, position: seeker.position() })
  }

  function seekTo(behindSeconds: number): void {
    const [live, range] = [liveEdge(), rangeNow()]
    if (live !== undefined && range) seeker.seekTo(live - Math.min(range.lengthSeconds, Math.max(0, behindSeconds)))
  }

  video.addEventListener('loadedmetadata', () => store.setState({ status: 'ready', error: null }), { signal })
  video.addEventListener('ended', () => store.setState({ status: 'ended' }), { signal })
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
      mode: 'low-delay',
      stream: null,
    }),
    health: () => unknownHealth,
    close() {
      abort.abort()
      stopWakeListener()
      seeker.close()
      clearTimeout(timer)
      video.removeAttribute('src')
      video.load()
    },
  }
}
