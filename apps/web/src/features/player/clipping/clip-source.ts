import { api } from '../../../lib/api/api.ts'
import { loadScript } from '../../../lib/browser/load-script.ts'
import { createStore } from '../../../lib/store/store.ts'
import { recordingAddress } from '../engines/hls/hls-config.ts'
import { loadHls } from '../engines/hls/load-hls.ts'
import type { RecordedEngine } from '../engines/hls/recorded-engine.ts'
import type { PlaybackState } from '../engines/playback-state.ts'
import { automaticQuality } from '../engines/quality.ts'
import { createHlsTokenSource, type ViewerSession } from '../keys/hls-token.ts'

/** What is recorded around the moment of a clip, in a video element. Moments are milliseconds since 1970. */
export interface ClipSource {
  engine: RecordedEngine
  /** What is recorded, from when to when. */
  fromMs: number
  untilMs: number
}

/** What was just broadcast is recorded when its segment is complete. */
const recordedWithinMs = 12_000
const retryMs = 1500
const loadingMs = 15_000
/** A moment so close before the end of what is recorded counts as recorded. */
const nearMs = 300

/** Opens the recording of a broadcast, and waits until the moment `untilMs` is recorded, as long as it may be soon. */
export async function openClipSource({
  video,
  streamId,
  atMs,
  untilMs,
  session,
  signal,
}: {
  video: HTMLVideoElement
  streamId: string
  /** Where it begins to load. */
  atMs: number
  untilMs: number
  session: () => ViewerSession | undefined
  signal: AbortSignal
}): Promise<ClipSource | undefined> {
  const tokens = createHlsTokenSource({ api, streamId, session, signal, isPreview: true })
  signal.addEventListener('abort', tokens.close)
  const firstToken = tokens.obtain()
  const [library, { startRecorded }] = await Promise.all([
    loadHls(),
    loadScript(() => import('../engines/hls/recorded-engine.ts')),
    firstToken,
  ])
  if (!library.Hls.isSupported()) return undefined
  const startedAtMs = performance.now()
  for (;;) {
    const engine = startRecorded({
      ...{ ...library, video, tokens, firstToken, startAtMs: atMs },
      store: createStore<PlaybackState>(idle),
      source: { playlist: recordingAddress(streamId) },
    })
    signal.addEventListener('abort', engine.close)
    const known = await waitForRange(video, engine, signal)
    if (signal.aborted) return undefined
    const isLate = performance.now() - startedAtMs > recordedWithinMs
    if (known && (known.untilMs >= untilMs - nearMs || isLate)) return { engine, ...known }
    engine.close()
    if (isLate) return undefined
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    if (signal.aborted) return undefined
  }
}

const idle: PlaybackState = {
  status: 'loading',
  error: null,
  isRetryUseful: false,
  isNetworkFailing: false,
  qualities: [],
  selectedQuality: automaticQuality,
  playingQuality: automaticQuality,
  latencySeconds: null,
  timeline: 'recording',
  isFollowingLive: false,
  isStarved: false,
  isSoundBlocked: false,
  chosenMode: undefined,
  placeInLine: null,
  savingStep: null,
  isSwitching: false,
}

/** Resolves when there is a picture; with undefined when none comes. */
async function waitForRange(
  video: HTMLVideoElement,
  engine: RecordedEngine,
  signal: AbortSignal,
): Promise<{ fromMs: number; untilMs: number } | undefined> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, loadingMs)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    video.addEventListener('loadeddata', done, { once: true, signal })
    signal.addEventListener('abort', done, { once: true })
  })
  const [fromMs, untilMs] = [engine.momentOf(0), engine.momentOf(video.duration)]
  return fromMs === undefined || untilMs === undefined ? undefined : { fromMs, untilMs }
}
