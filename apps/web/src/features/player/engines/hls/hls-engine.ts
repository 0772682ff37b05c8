import type Hls from 'hls.js'
import { api } from '../../../../lib/api/api.ts'
import { createPendingRetry } from '../../../../lib/pending-retry.ts'
import type { WritableStore } from '../../../../lib/store/store.ts'
import { createKeyLoader } from '../../keys/hls-key-loader.ts'
import { createHlsKeys, currentKeyUrl } from '../../keys/hls-keys.ts'
import type { HlsTokenSource } from '../../keys/hls-token.ts'
import { bufferedAhead } from '../../media/buffered-ahead.ts'
import type { LoaderClass } from '../edges/edge-loader.ts'
import type { LiveEdges } from '../edges/live-edges.ts'
import { onWake } from '../on-wake.ts'
import type { PlaybackEngine, PlaybackState } from '../playback-state.ts'
import { qualitiesOf } from '../quality.ts'
import { type SeekRange, seekRange, spansOf } from '../seeking/seek-range.ts'
import { createVideoSeeker } from '../seeking/video-seeker.ts'
import { trimBackBuffer } from './back-buffer.ts'
import { playChosenLevel } from './chosen-level.ts'
import { nudgeDecoder } from './decoder-nudge.ts'
import { hlsConfig, masterPlaylistAddress } from './hls-config.ts'
import { observeHlsHealth } from './hls-health.ts'
import { watchMediaProgress } from './media-progress.ts'
import { limitLiveJumps } from './pacing/live-jumps.ts'
import { paceLive } from './pacing/live-pacing.ts'
import { watchPlayIntent } from './play-intent.ts'
import {
  failuresBeforeNotice,
  faultOf,
  maxMediaRecoveries,
  mediaRecoveryDelayMs,
  type PlaybackFault,
  remedyFor,
} from './recovery.ts'

const latencyIntervalMs = 1000
/** A viewer who seeks this close to the live edge follows it again. */
const liveEdgeSeconds = 2
/** A seek to older media, which is in memory, also leaves the element without data for a moment. */
const runDrySeconds = 0.5
/** The server may drop the oldest segments of a playlist before a seek to them has loaded them. */
const expiringSegments = 2

/** Plays through hls.js. recovery.ts chooses the remedy for each error, and this engine applies it. */
export function startHls({
  Hls,
  workerPath,
  video,
  streamId,
  tokens,
  firstToken,
  hasMediaFailed,
  behindSeconds,
  openEdges,
  store,
}: {
  Hls: typeof import('hls.js').default
  workerPath: string
  video: HTMLVideoElement
  streamId: string
  tokens: HlsTokenSource
  /** Settles when the first token has arrived; only key requests wait for it. */
  firstToken: Promise<unknown>
  /** The media could not be played in the previous attempt, so that this one gives up at the first sign of the same. */
  hasMediaFailed: boolean
  /** Where the viewer wants to begin, before the live edge; at the live edge without it. */
  behindSeconds?: number | undefined
  /** Where the site has edges, playlists and media are loaded from them. */
  openEdges?: ((Base: LoaderClass, playlist: string) => LiveEdges) | undefined
  store: WritableStore<PlaybackState>
}): PlaybackEngine {
  const { Events, ErrorTypes } = Hls
  const source = masterPlaylistAddress(streamId)
  const keys = createHlsKeys({ tokens, firstToken, onSavingStep: (savingStep) => store.setState({ savingStep }) })
  const abort = new AbortController()
  // Playlists name it only after two answers. A playback that begins earlier in the broadcast needs another one.
  if (behindSeconds === undefined) void keys.fetchAhead(() => currentKeyUrl(streamId), abort.signal)
  const edges = openEdges?.(Hls.DefaultConfig.loader, source)
  const mediaLoader = edges?.loader ?? Hls.DefaultConfig.loader
  const hls: Hls = new Hls(hlsConfig({ workerPath, keyLoader: createKeyLoader(keys), mediaLoader }))
  const health = observeHlsHealth(hls, Hls)
  trimBackBuffer(hls, Hls, video)
  const decoder = nudgeDecoder(video)
  const intent = watchPlayIntent(video)
  const seeker = createVideoSeeker(video)
  const chosenLevel = playChosenLevel(hls, store)
  let networkFailures = 0
  let mediaRecoveries = hasMediaFailed ? maxMediaRecoveries : 0
  const progress = watchMediaProgress(video, {
    onPlayed() {
      mediaRecoveries = 0
    },
  })
  const pacing = paceLive({ hls, Events, video, isFollowing: () => store.getState().isFollowingLive })
  const jumps = limitLiveJumps({
    hls,
    video,
    isFollowing: () => store.getState().isFollowingLive,
    maxLatencySeconds: pacing.jumpFromSeconds,
    seekToLive,
  })
  let isLastSegmentKnown = false
  let isClosed = false
  const pendingRetry = createPendingRetry()

  const latencyTimer = setInterval(() => {
    const latency = pacing.latencySeconds()
    store.setState({ latencySeconds: latency === null ? null : Math.max(0, Math.round(latency * 10) / 10) })
    health.recordFrames(video)
    jumps.update()
    const isAtLiveEdge = hls.liveSyncPosition !== null && hls.liveSyncPosition - video.currentTime < liveEdgeSeconds
    if (isAtLiveEdge && !store.getState().isFollowingLive) followLive(true)
  }, latencyIntervalMs)

  hls.on(Events.MANIFEST_PARSED, (_, { levels }) => {
    chosenLevel.begin()
    store.setState({ status: 'ready', error: null, qualities: qualitiesOf(levels) })
    intent.resume()
  })
  // hls.js attaches the element again when it recovers by itself.
  hls.on(Events.MEDIA_ATTACHED, intent.resume)
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
    store.setState({ playingQuality: level })
    chosenLevel.follow()
  })
  hls.on(Events.LEVEL_LOADED, (_, { details }) => {
    isLastSegmentKnown = !details.live
  })
  hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
    // When the playlist has skipped the next fragment, as after a restart of the server, hls.js waits for that fragment for ever.
    const isBehind = details.live && hls.hasEnoughToStart && video.currentTime < details.fragmentStart
    const hasRunDry = video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && bufferedAhead(video) < runDrySeconds
    if (isBehind && hasRunDry && !video.paused) seekToLive()
  })
  hls.on(Events.FRAG_LOADED, (_, { frag, part }) => {
    const { start, duration } = part ?? frag
    if (frag.sn === 'initSegment' || !progress.recordDownload(start + duration / 2)) return
    applyRemedy({ type: ErrorTypes.MEDIA_ERROR, details: 'unplayable', isFatal: true, status: undefined })
  })
  hls.on(Events.FRAG_BUFFERED, () => {
    networkFailures = 0
    store.setState({ isNetworkFailing: false })
    decoder.mediaArrived()
  })
  hls.on(Events.ERROR, (_, data) => {
    // Media of a private site is refused to whoever may not be there any more. The API says so in a way that the page understands.
    if (data.response?.code === 401 || data.response?.code === 403) api('getSite').catch(() => undefined)
    chosenLevel.follow()
    applyRemedy(faultOf(data))
  })
  video.addEventListener('ended', end)
  video.addEventListener('waiting', endIfOver)
  const stopWakeListener = onWake(wake)

  if (behindSeconds !== undefined) {
    followLive(false)
    // The first playlist has said where that is, and no picture is there yet.
    video.addEventListener('loadedmetadata', () => isClosed || seekTo(behindSeconds), { once: true })
  }
  hls.attachMedia(video)
  hls.loadSource(source)

  function applyRemedy(fault: PlaybackFault): void {
    const remedy = remedyFor(fault, networkFailures, mediaRecoveries)
    // Until the retry, errors belong to what it replaces.
    if (pendingRetry.isWaiting() && remedy.do !== 'end') return
    switch (remedy.do) {
      case 'nothing':
        return
      case 'end':
        end()
        return
      case 'recover-media':
        recoverMedia()
        return
      case 'retry':
        networkFailures++
        store.setState({ isNetworkFailing: networkFailures >= failuresBeforeNotice })
        pendingRetry.schedule(remedy.afterMs, () => (remedy.isSourceLost ? reload() : hls.startLoad()))
        return
      case 'give-up':
        close()
        store.setState({ status: 'error', error: remedy.sentence, isRetryUseful: true })
    }
  }

  /**
   * Reloads the source and starts at the live edge. The recovery of hls.js resumes at the same position: if the tracks change there,
   * as when an encoder has returned without audio, it would fail at that position for ever.
   */
  function recoverMedia(): void {
    hls.stopLoad()
    pendingRetry.schedule(mediaRecoveryDelayMs(mediaRecoveries++), reload)
  }

  function reload(): void {
    hls.loadSource(source)
    progress.restart()
  }

  /** The network is back or the tab has slept: runs a pending retry now and returns to the live edge. */
  function wake(): void {
    if (isClosed) return
    tokens.refreshIfDue()
    pendingRetry.runNow()
    chosenLevel.tryAgain()
    jumps.jumpIfDue()
  }

  function followLive(isFollowing: boolean): void {
    store.setState({ isFollowingLive: isFollowing })
    jumps.update()
  }

  function seekToLive(): void {
    seeker.cancel()
    if (hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition
  }

  function rangeNow(): SeekRange | null {
    const [live, playlist] = isClosed ? [] : [hls.liveSyncPosition, hls.latestLevelDetails]
    if (!playlist || typeof live !== 'number') return null
    const oldestListed = playlist.fragmentStart + expiringSegments * playlist.targetduration
    const spans = [...spansOf(video.buffered), { start: Math.min(oldestListed, playlist.edge), end: playlist.edge }]
    return seekRange({ spans, live, position: seeker.position() })
  }

  function seekTo(behindSeconds: number): void {
    const range = rangeNow()
    if (!range || hls.liveSyncPosition === null) return
    const targetSeconds = Math.min(range.lengthSeconds, behindSeconds)
    if (targetSeconds >= liveEdgeSeconds) {
      followLive(false)
      seeker.seekTo(hls.liveSyncPosition - targetSeconds)
    } else if (!store.getState().isFollowingLive || range.behindSeconds >= liveEdgeSeconds) {
      followLive(true)
      seekToLive()
    }
  }

  function endIfOver(): void {
    if (isLastSegmentKnown) end()
  }

  function end(): void {
    if (isClosed) return
    close()
    store.setState({ status: 'ended', latencySeconds: null })
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    abort.abort()
    stopWakeListener()
    edges?.close()
    decoder.close()
    pacing.close()
    jumps.close()
    progress.close()
    intent.close()
    seeker.close()
    chosenLevel.close()
    clearInterval(latencyTimer)
    pendingRetry.cancel()
    video.removeEventListener('ended', end)
    video.removeEventListener('waiting', endIfOver)
    hls.destroy()
  }

  return {
    selectQuality(index) {
      if (!isClosed) chosenLevel.select(index)
    },
    goToLive() {
      if (!isClosed) {
        followLive(true)
        seekToLive()
      }
      if (video.paused) void video.play().catch(() => undefined)
    },
    seekRange: rangeNow,
    seekTo,
    measure() {
      const level = isClosed ? undefined : hls.levels[hls.currentLevel]
      const codecs = [level?.videoCodec, level?.audioCodec].filter((codec) => codec !== undefined)
      return {
        codecs: codecs.join(', ') || null,
        bitsPerSecond: level?.bitrate || null,
        bandwidthBitsPerSecond: isClosed ? null : hls.bandwidthEstimate || null,
        latencySeconds: isClosed ? null : pacing.latencySeconds(),
        targetLatency: isClosed ? null : pacing.target(),
        newestDownload: health.newestDownload(),
        mode: 'low-delay',
        stream: null,
      }
    },
    health: () => ({ ...health.facts(), isKeyMissing: keys.isMissing(), isMediaUnplayable: mediaRecoveries > 0 }),
    close,
  }
}
