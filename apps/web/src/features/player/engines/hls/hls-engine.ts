import { limits } from '@waggle/contract/limits'
import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import type { WritableStore } from '../../../../lib/store/store.ts'
import { keyLoaderOf } from '../../keys/hls-key-loader.ts'
import { createHlsKeys } from '../../keys/hls-keys.ts'
import type { HlsTokenSource } from '../../keys/hls-token.ts'
import { onWake } from '../on-wake.ts'
import type { PlaybackEngine, PlaybackState } from '../playback-state.ts'
import { automaticQuality, qualitiesOf } from '../quality.ts'
import { trimBackBuffer } from './back-buffer.ts'
import { nudgeDecoder } from './decoder-nudge.ts'
import { hlsConfig, masterPlaylistPath, maxLatencySeconds, targetLatencySeconds } from './hls-config.ts'
import { watchHls } from './hls-health.ts'
import { remedyFor } from './recovery.ts'

const latencyIntervalMs = 1000
/** A single hiccup is not worth a word to the viewer. */
const failuresBeforeNotice = 2
/** Who comes this close to the live edge again follows it again. */
const liveAgainSeconds = 2
const recoverAfterMs = 300
/** hls.js stays further behind after every stall, for good; after this long without one it may try its luck again. */
const forgiveStallsAfterMs = 60_000

/** Plays through hls.js and keeps at it: the remedies are chosen in recovery.ts and carried out here. */
export function startHls({
  Hls,
  workerPath,
  video,
  streamId,
  tokens,
  firstToken,
  store,
}: {
  Hls: typeof import('hls.js').default
  workerPath: string
  video: HTMLVideoElement
  streamId: string
  tokens: HlsTokenSource
  /** Resolves when the first token has come; only a key waits for it. */
  firstToken: Promise<unknown>
  store: WritableStore<PlaybackState>
}): PlaybackEngine {
  const { Events, ErrorDetails } = Hls
  const source = masterPlaylistPath(streamId)
  const keys = createHlsKeys({ tokens, firstToken })
  const mediaLoader = Hls.DefaultConfig.loader
  const hls: Hls = new Hls(hlsConfig({ workerPath, keyLoader: keyLoaderOf(keys), mediaLoader }))
  const health = watchHls(hls, Hls)
  trimBackBuffer(hls, Hls, video)
  const decoder = nudgeDecoder(video)
  let networkFailures = 0
  let mediaRecoveries = 0
  let isLastSegmentKnown = false
  let isResuming = false
  let isClosed = false
  let discontinuities = 0
  let stalledAtMs: number | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let pendingRetry: (() => void) | undefined

  const latencyTimer = setInterval(() => {
    const latency = hls.latency
    store.setState({ latencySeconds: latency > 0 && Number.isFinite(latency) ? Math.round(latency * 10) / 10 : null })
    health.framesCounted(video)
    const isLiveAgain = hls.liveSyncPosition !== null && hls.liveSyncPosition - video.currentTime < liveAgainSeconds
    if (isLiveAgain && !store.getState().isFollowingLive) followLive(true)
    if (stalledAtMs !== undefined && performance.now() - stalledAtMs > forgiveStallsAfterMs) forgiveStalls()
  }, latencyIntervalMs)

  hls.on(Events.MANIFEST_PARSED, (_, { levels }) => {
    store.setState({ status: 'ready', error: null, qualities: qualitiesOf(levels) })
    // A new source leaves the element paused.
    if (isResuming) void video.play().catch(() => undefined)
    isResuming = false
  })
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
    store.setState({ playingQuality: level })
    // hls.js leaves a chosen quality that the server has taken away, and chooses itself from then on.
    if (hls.autoLevelEnabled) store.setState({ selectedQuality: automaticQuality })
  })
  hls.on(Events.LEVEL_LOADED, (_, { details }) => {
    isLastSegmentKnown = !details.live
  })
  hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
    // hls.js looks for the fragment after its last one for ever when the playlist has jumped over it, as after a restart of the server.
    const isBehind = details.live && hls.hasEnoughToStart && video.currentTime < details.fragmentStart
    const hasRunDry = video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
    if (isBehind && hasRunDry && !video.paused) seekToLive()
    // What stood still before a new discontinuity was the broadcast, and no reason to stay further behind.
    if (details.endCC > discontinuities) forgiveStalls()
    discontinuities = details.endCC
  })
  hls.on(Events.FRAG_BUFFERED, () => {
    networkFailures = 0
    mediaRecoveries = 0
    store.setState({ isNetworkFailing: false })
    decoder.mediaArrived()
  })
  hls.on(Events.ERROR, (_, data) => {
    if (data.details === ErrorDetails.BUFFER_STALLED_ERROR) stalledAtMs = performance.now()
    handle(data)
  })
  video.addEventListener('ended', end)
  video.addEventListener('waiting', endIfOver)
  const stopWaking = onWake(wake)

  hls.attachMedia(video)
  hls.loadSource(source)

  function handle(data: ErrorData): void {
    const fault = {
      type: data.type,
      details: data.details,
      isFatal: data.fatal,
      status: data.response?.code || undefined,
    }
    const remedy = remedyFor(fault, networkFailures, mediaRecoveries)
    switch (remedy.do) {
      case 'nothing':
        return
      case 'end':
        end()
        return
      case 'recover-media':
        mediaRecoveries++
        recoverMedia()
        return
      case 'retry':
        networkFailures++
        store.setState({ isNetworkFailing: networkFailures >= failuresBeforeNotice })
        retry(remedy.afterMs, remedy.isSourceLost)
        return
      case 'give-up':
        close()
        store.setState({ status: 'error', error: remedy.sentence, isRetryUseful: true })
    }
  }

  /**
   * Begins anew at the live edge. hls.js's own recovery would go back to where it was: with other tracks from there on, as when an
   * encoder has come back without sound, it would fail there again and stay.
   */
  function recoverMedia(): void {
    retry(recoverAfterMs * mediaRecoveries, true)
  }

  function retry(afterMs: number, isSourceLost: boolean): void {
    clearTimeout(retryTimer)
    pendingRetry = () => {
      clearTimeout(retryTimer)
      pendingRetry = undefined
      if (isClosed) return
      if (isSourceLost) {
        isResuming ||= !video.paused
        hls.loadSource(source)
      } else hls.startLoad()
    }
    retryTimer = setTimeout(pendingRetry, afterMs)
  }

  /** The network is back, or the tab has slept: what was to be tried later is tried now, at the live edge. */
  function wake(): void {
    if (isClosed) return
    tokens.wake()
    pendingRetry?.()
    if (store.getState().isFollowingLive && hls.latency > maxLatencySeconds) seekToLive()
  }

  function followLive(isFollowing: boolean): void {
    hls.config.liveMaxLatencyDuration = isFollowing ? maxLatencySeconds : limits.playerBackBufferSeconds
    store.setState({ isFollowingLive: isFollowing })
  }

  function forgiveStalls(): void {
    stalledAtMs = undefined
    hls.targetLatency = targetLatencySeconds
  }

  function seekToLive(): void {
    if (hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition
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
    stopWaking()
    decoder.close()
    clearInterval(latencyTimer)
    clearTimeout(retryTimer)
    video.removeEventListener('ended', end)
    video.removeEventListener('waiting', endIfOver)
    hls.destroy()
  }

  return {
    selectQuality(index) {
      // The next segment comes in the new quality; what is buffered plays on without a break.
      if (!isClosed) hls.nextLevel = index
      store.setState({ selectedQuality: index < 0 ? automaticQuality : index })
    },
    goToLive() {
      if (!isClosed) {
        followLive(true)
        seekToLive()
      }
      if (video.paused) void video.play().catch(() => undefined)
    },
    lookBack() {
      if (!isClosed) followLive(false)
    },
    measure() {
      const level = isClosed ? undefined : hls.levels[hls.currentLevel]
      const codecs = [level?.videoCodec, level?.audioCodec].filter((codec) => codec !== undefined)
      return {
        codecs: codecs.join(', ') || null,
        bitsPerSecond: level?.bitrate || null,
        bandwidthBitsPerSecond: isClosed ? null : hls.bandwidthEstimate || null,
        latencySeconds: isClosed ? null : hls.latency || null,
        targetLatencySeconds: isClosed ? null : hls.targetLatency,
        newestDownload: health.newestDownload(),
      }
    },
    health: () => ({ ...health.facts(), isKeyMissing: keys.isMissing() }),
    close,
  }
}
