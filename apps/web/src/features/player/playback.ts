import type { Api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { sentences } from '../../texts/sentences.ts'
import { masterPlaylistPath } from './hls-config.ts'
import { startHls } from './hls-engine.ts'
import { createHlsTokenSource } from './hls-token.ts'
import { loadHls } from './load-hls.ts'
import type { PlaybackEngine, PlaybackState } from './playback-state.ts'
import { automaticQuality } from './quality.ts'

export interface Playback extends Store<PlaybackState>, Omit<PlaybackEngine, 'close'> {
  close(): void
}

const tokenAttempts = 3
const tokenRetryMs = 1500

/** Plays one broadcast into a video element, from the token to the last frame. */
export function startPlayback({
  api,
  video,
  streamId,
}: {
  api: Api
  video: HTMLVideoElement
  streamId: string
}): Playback {
  const store = createStore<PlaybackState>({
    status: 'loading',
    error: null,
    isNetworkFailing: false,
    qualities: [],
    selectedQuality: automaticQuality,
    playingQuality: automaticQuality,
    latencySeconds: null,
  })
  const abort = new AbortController()
  const { signal } = abort
  const tokens = createHlsTokenSource({ api, streamId, signal })
  let engine: PlaybackEngine | undefined

  async function start(): Promise<void> {
    const library = loadHls()
    // Its failure is reported below, after the token's.
    library.catch(() => undefined)
    const obtained = await obtainToken()
    if (signal.aborted || !obtained) return
    let loaded: Awaited<typeof library>
    try {
      loaded = await library
    } catch {
      fail(sentences.player.network)
      return
    }
    if (signal.aborted) return
    // Chromium says 'maybe' to native HLS and then cannot play encrypted segments: hls.js first, wherever it runs.
    if (loaded.Hls.isSupported()) engine = startHls({ ...loaded, video, streamId, tokens, store })
    else if (video.canPlayType('application/vnd.apple.mpegurl') !== '') playNatively()
    else fail(sentences.player.unsupported)
  }

  /** Answers false when the broadcast is over or the token cannot be had. */
  async function obtainToken(): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await tokens.obtain()
        return true
      } catch (error) {
        if (signal.aborted) return false
        if (error instanceof ApiError && error.code === 'stream_not_found') {
          store.setState({ status: 'ended' })
          return false
        }
        if (attempt === tokenAttempts) {
          fail(sentences.player.tokenFailed)
          return false
        }
        await new Promise((resolve) => setTimeout(resolve, attempt * tokenRetryMs))
        if (signal.aborted) return false
      }
    }
  }

  /** Players without hooks carry the token in the playlist's address. */
  function playNatively(): void {
    video.src = `${masterPlaylistPath(streamId)}?token=${encodeURIComponent(tokens.current() ?? '')}`
    video.addEventListener('loadedmetadata', () => store.setState({ status: 'ready' }), { signal })
    video.addEventListener('ended', () => store.setState({ status: 'ended' }), { signal })
    video.addEventListener('error', () => fail(sentences.player.media), { signal })
    engine = {
      selectQuality: () => undefined,
      goToLive() {
        const { seekable } = video
        if (seekable.length > 0) video.currentTime = seekable.end(seekable.length - 1)
      },
      close() {
        video.removeAttribute('src')
        video.load()
      },
    }
  }

  function fail(sentence: string): void {
    store.setState({ status: 'error', error: sentence })
  }

  void start()

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    selectQuality: (index) => engine?.selectQuality(index),
    goToLive: () => engine?.goToLive(),
    close() {
      abort.abort()
      tokens.close()
      engine?.close()
    },
  }
}
