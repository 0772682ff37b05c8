import type { WritableStore } from '../../../lib/store/store.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import type { HlsTokenSource } from '../keys/hls-token.ts'
import { masterPlaylistPath } from './hls/hls-config.ts'
import { onWake } from './on-wake.ts'
import { nothingKnown } from './playback-health.ts'
import type { PlaybackEngine, PlaybackState } from './playback-state.ts'

const recoveriesAllowed = 3
const recoverAfterMs = 1000

/**
 * The browser's own HLS player, where MediaSource is missing. It has no hooks, so the playlist's address carries the token on to the
 * keys' addresses; when it gives up, it begins anew with a fresh token.
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

  function load(): void {
    video.src = `${masterPlaylistPath(streamId)}?token=${encodeURIComponent(tokens.current() ?? '')}`
    if (store.getState().status === 'ready') void video.play().catch(() => undefined)
  }

  function recover(): void {
    if (recoveries === recoveriesAllowed) {
      store.setState({ status: 'error', error: sentences.player.media, isRetryUseful: true })
      return
    }
    recoveries++
    clearTimeout(timer)
    timer = setTimeout(() => void tokens.replace().then(() => signal.aborted || load()), recoverAfterMs * recoveries)
  }

  function goToLive(): void {
    const { seekable } = video
    if (seekable.length > 0) video.currentTime = seekable.end(seekable.length - 1)
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
  const stopWaking = onWake(tokens.wake)
  load()

  return {
    selectQuality: () => undefined,
    goToLive() {
      goToLive()
      if (video.paused) void video.play().catch(() => undefined)
    },
    lookBack: () => undefined,
    measure: () => ({
      codecs: null,
      bitsPerSecond: null,
      bandwidthBitsPerSecond: null,
      latencySeconds: null,
      targetLatencySeconds: null,
      newestDownload: null,
    }),
    health: () => nothingKnown,
    close() {
      abort.abort()
      stopWaking()
      clearTimeout(timer)
      video.removeAttribute('src')
      video.load()
    },
  }
}
