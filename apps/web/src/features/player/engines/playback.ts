import type { Api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { loadScript } from '../../../lib/browser/load-script.ts'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import { createStore, type Store } from '../../../lib/store/store.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import { createHlsTokenSource, type ViewerSession } from '../keys/hls-token.ts'
import type { PlaceInLine } from '../keys/waiting-line.ts'
import { canPlayRealTime } from '../real-time/can-play-real-time.ts'
import { loadRealTime } from '../real-time/load-real-time.ts'
import type { RealTimeEngine } from '../real-time/real-time-engine.ts'
import { startWorker } from '../real-time/start-worker.ts'
import type { LoaderClass } from './edges/edge-loader.ts'
import { type MediaServers, siteOnly } from './edges/media-servers.ts'
import { masterPlaylistAddress, recordedPictureAddress, recordingAddress } from './hls/hls-config.ts'
import { startHls } from './hls/hls-engine.ts'
import { loadHls, preloadHls } from './hls/load-hls.ts'
import type { RecordedEngine, RecordedSource } from './hls/recorded-engine.ts'
import { keepQuality, type QualityMemory } from './kept-quality.ts'
import type { DelayMode } from './modes/delay-mode.ts'
import { createModeSwitch, type RealTimeEvents } from './modes/mode-switch.ts'
import { type HealthFacts, unknownHealth } from './playback-health.ts'
import type { ModeMeasure, PlaybackEngine, PlaybackState } from './playback-state.ts'
import { automaticQuality } from './quality.ts'
import { type BroadcastTimes, createRewind } from './rewind.ts'

export interface Playback
  extends Store<PlaybackState>,
    Omit<PlaybackEngine, 'measure' | 'health' | 'shownMs' | 'takenMs' | 'positionOf'> {
  /** When the picture was taken, milliseconds since 1970; undefined while that is not known. */
  shownMs(): number | undefined
  /** When the picture was taken that is so far before the end of what can be sought, milliseconds since 1970. */
  takenMs(behindSeconds: number): number | undefined
  /** Where in a recording the picture of this moment is, in seconds; undefined while that is not known. */
  positionOf(atMs: number): number | undefined
  /** The address of a picture of that moment; undefined where nothing is recorded. */
  pictureAddress(behindSeconds: number): string | undefined
  /** Undefined until an engine runs. */
  measure(): ModeMeasure | undefined
  health(): HealthFacts
  selectMode(mode: DelayMode): void
}

const tokenAttempts = 3
const tokenRetryMs = 1500
/** The site has nothing left for this viewer, and says so. */
const spentSteps: Readonly<Record<string, string | null>> = {
  members_only: 'members',
  traffic_spent: 'stopped',
  address_share_used: null,
}

// Few viewers need them.
const loadNativeEngine = () => import('./native-engine.ts')
const loadRecordedEngine = () => import('./hls/recorded-engine.ts')
const loadClipEngine = () => import('./clips/clip-engine.ts')
const loadLiveEdges = () => import('./edges/live-edges.ts')

/** Plays one broadcast, or its recording, into a video element: fetches the token, chooses the engine and runs it until the broadcast ends. */
export function startPlayback({
  api,
  video,
  streamId,
  hasMediaFailed = false,
  isPreview = false,
  mode,
  quality,
  recording,
  times = () => ({ startedMs: null, recordedSinceMs: null }),
  servers = siteOnly,
  session,
}: {
  api: Api
  video: HTMLVideoElement
  streamId: string
  /** The media could not be played in the previous attempt at this broadcast. */
  hasMediaFailed?: boolean
  /** Does not count as a viewer. */
  isPreview?: boolean
  /** What the viewer wants. Without it there is no choice, and nobody's seat in real time is taken. */
  mode?: DelayMode
  /** Without it there is no choice: the quality stays automatic. */
  quality?: QualityMemory
  /** Plays this in place of what is live. */
  recording?: RecordedSource | undefined
  /** How far the viewer can go back. */
  times?: () => BroadcastTimes
  servers?: MediaServers
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
    timeline: recording ? 'recording' : 'live',
    isFollowingLive: true,
    isStarved: false,
    isSoundBlocked: false,
    chosenMode: canPlayRealTime() ? mode : undefined,
    placeInLine: null,
    savingStep: null,
    isSwitching: false,
  })
  const abort = new AbortController()
  const { signal } = abort
  const onPlace = (placeInLine: PlaceInLine | null) => store.setState({ placeInLine })
  const tokens = createHlsTokenSource({ api, streamId, session, signal, isPreview, onPlace })
  let hasNoToken = false
  // Playlists and the libraries need no token, so everything loads in parallel, and only what needs the token waits for it.
  const firstToken = obtainToken().then((isObtained) => {
    hasNoToken = !isObtained
    if (hasNoToken) rewind.engine()?.close()
  })
  const isOver = () => signal.aborted || hasNoToken

  function openLive() {
    const abortLive = new AbortController()
    const modes = createModeSwitch({
      video,
      store,
      signal: AbortSignal.any([signal, abortLive.signal]),
      startLowDelay,
      preloadLowDelay: preloadHls,
      startRealTime: startInRealTime,
    })
    return {
      ...modes,
      close() {
        abortLive.abort()
        modes.close()
      },
      start(behindSeconds?: number) {
        const { chosenMode } = store.getState()
        if (behindSeconds !== undefined) modes.start('low-delay', 'earlier', behindSeconds)
        else if (chosenMode === undefined) modes.start('low-delay', mode && 'unsupported')
        else modes.start(chosenMode, chosenMode === 'low-delay' ? 'chosen' : undefined)
      },
    }
  }

  async function openRecording(startAtMs: number, onEnd: () => void): Promise<RecordedEngine | undefined> {
    const load = Promise.all([loadHls(), loadScript(loadRecordedEngine)])
    const [loaded, recorded] = await load.catch(() => [])
    if (loaded === undefined || recorded === undefined || isOver()) return undefined
    const source = { playlist: recordingAddress(streamId), startSeconds: 0 }
    return recorded.startRecorded({ ...loaded, video, tokens, firstToken, store, source, startAtMs, onEnd })
  }

  async function startInRealTime(events: RealTimeEvents): Promise<RealTimeEngine | undefined> {
    const worker = startWorker(streamId)
    try {
      const [{ startRealTime }] = await Promise.all([loadRealTime(), firstToken])
      if (!isOver())
        return startRealTime({ worker, video, streamId, tokens, relayUrl: servers.relayUrl, store, ...events })
    } catch (error) {
      worker.terminate()
      throw error
    }
    worker.terminate()
    return undefined
  }

  async function startLowDelay(behindSeconds?: number): Promise<PlaybackEngine | undefined> {
    if (isOver()) return undefined
    let loaded: Awaited<ReturnType<typeof loadHls>>
    let recorded: typeof import('./hls/recorded-engine.ts') | undefined
    let clips: typeof import('./clips/clip-engine.ts') | undefined
    let edges: typeof import('./edges/live-edges.ts') | undefined
    try {
      ;[loaded, recorded, clips, edges] = await Promise.all([
        loadHls(),
        recording && loadScript(loadRecordedEngine),
        recording?.clip && loadScript(loadClipEngine),
        recording || servers.edges.length === 0 ? undefined : loadScript(loadLiveEdges),
      ])
    } catch {
      if (!isOver()) fail(sentences.player.network)
      return undefined
    }
    if (isOver()) return undefined
    // Chromium answers 'maybe' for native HLS and then cannot play encrypted segments, so hls.js is preferred wherever it runs.
    if (loaded.Hls.isSupported()) {
      const common = { ...loaded, video, tokens, firstToken, store }
      if (recording?.clip && clips) return clips.startClip({ ...common, source: recording }, recording.clip)
      if (recording && recorded) return recorded.startRecorded({ ...common, source: recording })
      const openEdges = edges && ((Base: LoaderClass, list: string) => edges.openLiveEdges(Base, servers.edges, list))
      return startHls({ ...common, streamId, hasMediaFailed, behindSeconds, openEdges })
    }
    if (video.canPlayType('application/vnd.apple.mpegurl') !== '') {
      const [native] = await Promise.all([loadScript(loadNativeEngine).catch(() => undefined), firstToken])
      if (isOver()) return undefined
      if (native) {
        return native.startNative({
          ...{ video, tokens, store },
          playlist: recording?.playlist ?? masterPlaylistAddress(streamId),
          startSeconds: recording?.startSeconds,
          clip: recording?.clip,
        })
      }
      fail(sentences.player.network)
      return undefined
    }
    fail(sentences.player.unsupported, false)
    return undefined
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
        const savingStep = error instanceof ApiError ? spentSteps[error.code ?? ''] : undefined
        if (error instanceof ApiError && savingStep !== undefined) {
          store.setState({ savingStep })
          fail(error.sentence || sentences.player.tokenFailed)
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

  const rewind = createRewind({
    ...{ video, store, signal, openLive, openRecording },
    times: () => (canPlayMediaSource() ? times() : { ...times(), recordedSinceMs: null }),
    now: siteClock.now,
  })
  const select = (index: number) => rewind.engine()?.selectQuality(index)
  const selectQuality = quality ? keepQuality(store, quality, select) : select
  rewind.live().start()
  addEventListener('pagehide', tokens.leave, { signal })

  function takenMs(behindSeconds: number): number | undefined {
    if (recording) return rewind.engine()?.takenMs?.(behindSeconds)
    return siteClock.now() - behindSeconds * 1000
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    takenMs,
    positionOf: (atMs) => rewind.engine()?.positionOf?.(atMs),
    pictureAddress(behindSeconds) {
      const atMs = takenMs(behindSeconds)
      const sinceMs = recording ? 0 : times().recordedSinceMs
      if (atMs === undefined || sinceMs === null) return undefined
      return recordedPictureAddress(streamId, Math.max(atMs, sinceMs), tokens.current())
    },
    selectQuality,
    selectMode: (chosen) => rewind.live().select(chosen),
    goToLive: rewind.goToLive,
    seekRange: rewind.seekRange,
    seekTo: rewind.seekTo,
    shownMs() {
      const engine = rewind.engine()
      if (engine?.shownMs) return engine.shownMs()
      const { latencySeconds } = store.getState()
      return latencySeconds === null ? undefined : siteClock.now() - latencySeconds * 1000
    },
    measure() {
      const measure = rewind.engine()?.measure()
      return measure && { ...measure, modeReason: rewind.live().reason() }
    },
    health: () => ({ ...(rewind.engine()?.health() ?? unknownHealth), isTokenRateLimited: tokens.isRateLimited() }),
    close() {
      abort.abort()
      tokens.close()
      rewind.close()
    },
  }
}

/** Whether hls.js can run: only with it is a moment of a recording found. */
function canPlayMediaSource(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis
}
