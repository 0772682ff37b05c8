import type Hls from 'hls.js'
import type { HlsConfig } from 'hls.js'
import { createPendingRetry } from '../../../../lib/pending-retry.ts'
import type { WritableStore } from '../../../../lib/store/store.ts'
import { createKeyLoader } from '../../keys/hls-key-loader.ts'
import { createHlsKeys } from '../../keys/hls-keys.ts'
import type { HlsTokenSource } from '../../keys/hls-token.ts'
import type { ClipTimes } from '../clips/clip-bounds.ts'
import { onWake } from '../on-wake.ts'
import type { PlaybackEngine, PlaybackState } from '../playback-state.ts'
import { automaticQuality, qualitiesOf } from '../quality.ts'
import { createVideoSeeker } from '../seeking/video-seeker.ts'
import { type PlaylistLoader, recordedConfig } from './hls-config.ts'
import { observeHlsHealth } from './hls-health.ts'
import { watchMediaProgress } from './media-progress.ts'
import { watchPlayIntent } from './play-intent.ts'
import { failuresBeforeNotice, faultOf, mediaRecoveryDelayMs, type PlaybackFault, remedyFor } from './recovery.ts'
import { momentAt, positionAt, startingAt } from './wall-clock.ts'

const frameIntervalMs = 1000
/** Further apart, a time of the media belongs to another period. */
const mostDriftSeconds = 1
/** A shorter rest of a recording is not worth playing. */
const leastSeconds = 0.5

/** What is played of a recording. */
export interface RecordedSource {
  /** Address of its master playlist. */
  playlist: string
  /** Without it, where the playlist says. */
  startSeconds?: number | undefined
  /** Only what lies between these two moments is shown. */
  clip?: ClipTimes | undefined
}

/** Knows when each picture was recorded, in milliseconds since 1970. */
export interface RecordedEngine extends PlaybackEngine {
  /** The moment that the picture shows; undefined before that is known. */
  shownMs(): number | undefined
  /** False when the moment lies after what was recorded when the playlist was loaded. */
  seekToMoment(atMs: number): boolean
  /**
   * Where the picture of this moment is; undefined before that is known. hls.js lays segments out by their first sample, which is not always
   * a picture: with the time of the media, the position is exact.
   */
  positionOf(atMs: number, mediaMs?: number | null): number | undefined
  /** The presentation time in the media of what is at this position; undefined before it is known. */
  mediaMsOf(seconds: number): number | undefined
  /** The moment of a position; undefined before it is known. */
  momentOf(seconds: number): number | undefined
  /** How long ago the playlist was loaded. */
  ageMs(): number
}

/** Plays a recording through hls.js: the whole of it can be sought. recovery.ts chooses the remedy for each error. */
export function startRecorded({
  Hls,
  workerPath,
  video,
  source,
  startAtMs,
  tokens,
  firstToken,
  store,
  onEnd,
}: {
  Hls: typeof import('hls.js').default
  workerPath: string
  video: HTMLVideoElement
  source: RecordedSource
  /** The moment to begin with, in place of a position. */
  startAtMs?: number
  tokens: HlsTokenSource
  /** Settles when the first token has arrived; only key requests wait for it. */
  firstToken: Promise<unknown>
  store: WritableStore<PlaybackState>
  /** Called when the last picture has been shown. */
  onEnd?: () => void
}): RecordedEngine {
  const { Events } = Hls
  const keys = createHlsKeys({ tokens, firstToken, onSavingStep: (savingStep) => store.setState({ savingStep }) })
  const mediaLoader = Hls.DefaultConfig.loader
  const hls: Hls = new Hls(
    recordedConfig({
      ...{ workerPath, keyLoader: createKeyLoader(keys), mediaLoader },
      ...(startAtMs === undefined
        ? { startSeconds: source.startSeconds }
        : { playlistLoader: playlistLoader(mediaLoader, (playlist) => startingAt(playlist, wantedMs ?? startAtMs)) }),
    }),
  )
  const health = observeHlsHealth(hls, Hls)
  const intent = watchPlayIntent(video)
  const seeker = createVideoSeeker(video)
  let networkFailures = 0
  let mediaRecoveries = 0
  const progress = watchMediaProgress(video, {
    onPlayed() {
      mediaRecoveries = 0
    },
  })
  /** By period. */
  let mediaOffsets: readonly ({ baseTime: number; timescale: number } | undefined)[] = []
  let isClosed = false
  let loadedAtMs = performance.now()
  let wantedMs = startAtMs
  const pendingRetry = createPendingRetry()
  const frameTimer = setInterval(() => health.recordFrames(video), frameIntervalMs)

  store.setState({ isFollowingLive: false })
  hls.on(Events.MANIFEST_PARSED, (_, { levels }) => {
    const qualities = qualitiesOf(levels)
    store.setState({ status: 'ready', error: null, qualities, selectedQuality: automaticQuality })
    intent.resume()
  })
  hls.on(Events.MEDIA_ATTACHED, intent.resume)
  hls.on(Events.LEVEL_LOADED, (_, { details }) => {
    if (wantedMs === undefined) return
    loadedAtMs = performance.now()
    const seconds = positionAt(details.fragments, wantedMs)
    wantedMs = undefined
    // Nothing was recorded after it.
    if (seconds > details.totalduration - leastSeconds) onEnd?.()
  })
  hls.on(Events.INIT_PTS_FOUND, (_, { timestampOffsets }) => {
    mediaOffsets = timestampOffsets
  })
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => store.setState({ playingQuality: level }))
  hls.on(Events.FRAG_BUFFERED, () => {
    networkFailures = 0
    store.setState({ isNetworkFailing: false })
  })
  hls.on(Events.ERROR, (_, data) => applyRemedy(faultOf(data)))
  if (onEnd) video.addEventListener('ended', onEnd)
  const stopWakeListener = onWake(() => {
    tokens.refreshIfDue()
    pendingRetry.runNow()
  })

  hls.attachMedia(video)
  hls.loadSource(source.playlist)

  function applyRemedy(fault: PlaybackFault): void {
    const remedy = remedyFor(fault, networkFailures, mediaRecoveries)
    // Until the retry, errors belong to what it replaces.
    if (pendingRetry.isWaiting() && remedy.do !== 'end') return
    switch (remedy.do) {
      case 'nothing':
        return
      case 'end':
        close()
        store.setState({ status: 'ended' })
        return
      case 'recover-media':
        pendingRetry.schedule(mediaRecoveryDelayMs(mediaRecoveries++), () => hls.recoverMediaError())
        return
      case 'retry':
        networkFailures++
        store.setState({ isNetworkFailing: networkFailures >= failuresBeforeNotice })
        pendingRetry.schedule(remedy.afterMs, () =>
          remedy.isSourceLost ? hls.loadSource(source.playlist) : hls.startLoad(),
        )
        return
      case 'give-up':
        close()
        store.setState({ status: 'error', error: remedy.sentence, isRetryUseful: true })
    }
  }

  function durationSeconds(): number | undefined {
    return Number.isFinite(video.duration) ? video.duration : undefined
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    stopWakeListener()
    if (onEnd) video.removeEventListener('ended', onEnd)
    progress.close()
    intent.close()
    seeker.close()
    clearInterval(frameTimer)
    pendingRetry.cancel()
    hls.destroy()
  }

  /** What is to be added to positions of the same period to have times of the media. */
  function mediaOffsetMs(seconds: number): number | undefined {
    const segment = segments().findLast(({ start }) => start <= seconds) ?? segments()[0]
    const offset = segment && mediaOffsets[segment.cc]
    return offset && (offset.baseTime / offset.timescale) * 1000
  }

  function segments() {
    return isClosed ? [] : (hls.latestLevelDetails?.fragments ?? [])
  }

  return {
    shownMs: () => wantedMs ?? momentAt(segments(), seeker.position()),
    seekToMoment(atMs) {
      const last = segments().at(-1)
      const endMs = last && momentAt(segments(), last.start + last.duration)
      if (endMs === undefined || atMs > endMs) return false
      seeker.seekTo(positionAt(segments(), atMs))
      return true
    },
    positionOf(atMs, mediaMs) {
      if (segments().length === 0) return undefined
      const near = positionAt(segments(), atMs)
      const offsetMs = mediaOffsetMs(near)
      if (typeof mediaMs !== 'number' || offsetMs === undefined) return near
      const exact = (mediaMs - offsetMs) / 1000
      return Math.abs(exact - near) < mostDriftSeconds ? exact : near
    },
    mediaMsOf(seconds) {
      const offsetMs = mediaOffsetMs(seconds)
      return offsetMs === undefined ? undefined : seconds * 1000 + offsetMs
    },
    momentOf: (seconds) => momentAt(segments(), seconds),
    ageMs: () => performance.now() - loadedAtMs,
    selectQuality(index) {
      if (!isClosed) hls.nextLevel = index
      store.setState({ selectedQuality: index < 0 ? automaticQuality : index })
    },
    goToLive() {
      const end = durationSeconds()
      if (end !== undefined) seeker.seekTo(end)
    },
    seekRange() {
      const lengthSeconds = isClosed ? undefined : durationSeconds()
      if (lengthSeconds === undefined) return null
      return { lengthSeconds, behindSeconds: Math.max(0, lengthSeconds - seeker.position()) }
    },
    takenMs(behindSeconds) {
      const lengthSeconds = durationSeconds()
      return lengthSeconds === undefined ? undefined : momentAt(segments(), lengthSeconds - behindSeconds)
    },
    seekTo(behindSeconds) {
      const lengthSeconds = durationSeconds()
      if (lengthSeconds !== undefined) {
        seeker.seekTo(Math.min(lengthSeconds, Math.max(0, lengthSeconds - behindSeconds)))
      }
    },
    measure() {
      const level = isClosed ? undefined : hls.levels[hls.currentLevel]
      const codecs = [level?.videoCodec, level?.audioCodec].filter((codec) => codec !== undefined)
      return {
        codecs: codecs.join(', ') || null,
        bitsPerSecond: level?.bitrate || null,
        bandwidthBitsPerSecond: isClosed ? null : hls.bandwidthEstimate || null,
        latencySeconds: null,
        targetLatency: null,
        newestDownload: health.newestDownload(),
        mode: 'recording',
        stream: null,
      }
    },
    health: () => ({
      ...health.facts(),
      // A recording has no new media to wait for.
      sinceNewMediaMs: 0,
      isKeyMissing: keys.isMissing(),
      isMediaUnplayable: mediaRecoveries > 0,
    }),
    close,
  }
}

/** A loader that changes each media playlist before hls.js reads it. */
function playlistLoader(Loader: HlsConfig['loader'], change: (playlist: string) => string): PlaylistLoader {
  return class extends Loader {
    override load(...[context, config, callbacks]: Parameters<InstanceType<HlsConfig['loader']>['load']>): void {
      super.load(context, config, {
        ...callbacks,
        onSuccess(response, ...rest) {
          callbacks.onSuccess({ ...response, data: change(String(response.data)) }, ...rest)
        },
      })
    }
  } as unknown as PlaylistLoader
}
