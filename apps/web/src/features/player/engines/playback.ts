import type { Api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { createStore, type Store } from '../../../lib/store/store.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import { createHlsTokenSource, type ViewerSession } from '../keys/hls-token.ts'
import { startHls } from './hls/hls-engine.ts'
import { loadHls } from './hls/load-hls.ts'
import { startNative } from './native-engine.ts'
import { type HealthFacts, unknownHealth } from './playback-health.ts'
import type { PlaybackEngine, PlaybackMeasure, PlaybackState } from './playback-state.ts'
import { automaticQuality } from './quality.ts'

export interface Playback extends Store<PlaybackState>, Omit<PlaybackEngine, 'measure' | 'health'> {
  /** Undefined until an engine runs. */
  measure(): PlaybackMeasure | undefined
  health(): HealthFacts
}

const tokenAttempts = 3
const tokenRetryMs = 1500

/** Plays one broadcast into a video element: fetches the token, chooses the engine and runs it until the broadcast ends. */
export function startPlayback({
  api,
  video,
  streamId,
  hasMediaFailed = false,
  isPreview = false,
  session,
}: {
  api: Api
  video: HTMLVideoElement
  streamId: string
  /** The media could not be played in the previous attempt at this broadcast. */
  hasMediaFailed?: boolean
  /** Does not count as a viewer. */
  isPreview?: boolean
  session?: () => ViewerSession | undefined
}): Playback {
  const store = createStore<PlaybackState>({
    status: 'loading',
    error: null,
    isRetryUseful: false,
    isNetworkFailing: false,
    qualities: [],
    selectedQuality: automaticQuality,
    playingQuality: automaticQuality,
    latencySeconds: null,
    isFollowingLive: true,
  })
  const abort = new AbortController()
  const { signal } = abort
  const tokens = createHlsTokenSource({ api, streamId, session, signal, isPreview })
  let engine: PlaybackEngine | undefined

  async function start(): Promise<void> {
    // Playlists and the library need no token, so everything loads in parallel and only the key request waits for it.
    let hasNoToken = false
    const firstToken = obtainToken().then((isObtained) => {
      hasNoToken = !isObtained
      if (hasNoToken) engine?.close()
    })
    const isOver = () => signal.aborted || hasNoToken
    let loaded: Awaited<ReturnType<typeof loadHls>>
    try {
      loaded = await loadHls()
    } catch {
      if (!isOver()) fail(sentences.player.network)
      return
    }
    if (isOver()) return
    // Chromium answers 'maybe' for native HLS and then cannot play encrypted segments, so hls.js is preferred wherever it runs.
    if (loaded.Hls.isSupported()) {
      engine = startHls({ ...loaded, video, streamId, tokens, firstToken, hasMediaFailed, store })
    } else if (video.canPlayType('application/vnd.apple.mpegurl') !== '') {
      await firstToken
      if (!isOver()) engine = startNative({ video, streamId, tokens, store })
    } else fail(sentences.player.unsupported, false)
  }

  /** Resolves with false when the broadcast is over or no token can be obtained. */
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

  function fail(sentence: string, isRetryUseful = true): void {
    store.setState({ status: 'error', error: sentence, isRetryUseful })
  }

  void start()
  addEventListener('pagehide', tokens.leave, { signal })

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    selectQuality: (index) => engine?.selectQuality(index),
    goToLive: () => engine?.goToLive(),
    seekRange: () => engine?.seekRange() ?? null,
    seekTo: (behindSeconds) => engine?.seekTo(behindSeconds),
    measure: () => engine?.measure(),
    health: () => ({ ...(engine?.health() ?? unknownHealth), isTokenRateLimited: tokens.isRateLimited() }),
    close() {
      abort.abort()
      tokens.close()
      engine?.close()
    },
  }
}
